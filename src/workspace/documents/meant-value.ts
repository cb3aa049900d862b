import { entryOf } from '../../derive/yaml/document-tree.ts';
import { textOfKey } from '../../text/key-text.ts';
import type { DocumentField, DocumentFields, DocumentList } from '../../kinds/documents/document-field.ts';
import type { DocumentNode } from '../../model/document.ts';
import { meantBoolean } from '../../text/words/meant-boolean.ts';
import { type MeantValue } from './read-tree.ts';
import { codeList } from '../../text/words/list-words.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** Maximum length of a value that help shows whole. */
const longest = 60;

/** The value that was probably meant where one does not have the type of its field. */
export function meantValue(node: DocumentNode, field: DocumentField, source: string): MeantValue {
  if (field.type === 'list') return meantList(node, field, source);
  if (field.type === 'map' || field.type === 'document')
    return node.type === 'list' ? { help: pairsHelp(node.items) } : {};
  if (field.type === 'group') return meantGroup(node, field.fields);
  if (node.type !== 'scalar') return {};
  if (field.type === 'boolean') {
    const meant = meantBoolean(node.value);
    return withoutUndefined({ write: meant === undefined ? undefined : String(meant) });
  }
  const [, digits] = /^(\d+(?:\.\d+)?)\s*%?$/.exec(String(node.value)) ?? [];
  if (digits !== undefined && isInRange(Number(digits), field)) return { write: digits };
  // `4xx`: a class of statuses.
  const [start] = /^\d+(?=x+$)/i.exec(String(node.value)) ?? [];
  const example = start === undefined ? '' : `, such as \`${start.padEnd(String(node.value).length, '0')}\``;
  return { help: `write a plain number${example}` };
}

function isInRange(value: number, field: DocumentField): boolean {
  return field.type !== 'number' || (value <= field.max && (!field.isWhole || Number.isInteger(value)));
}

function meantList(node: DocumentNode, { item }: DocumentList, source: string): MeantValue {
  const ofWords = item.type === 'string' || item.type === 'word' || item.type === 'either';
  if (node.type === 'map') {
    const names = node.entries.map(textOfKey);
    if (ofWords && node.entries.every(({ value }) => value.type === 'scalar'))
      return { help: `write a list of the names: \`${inBrackets(names)}\`` };
    const isFlow = source[node.start] === '{';
    return {
      help: isFlow
        ? 'put `[` and `]` around it'
        : 'write `- ` before its first key, and indent the others alike',
    };
  }
  if (node.type !== 'scalar' || typeof node.value !== 'string' || !ofWords) return {};
  const words = /[{}]/.test(node.value) ? [node.value] : node.value.split(/\s*,\s*/);
  const list = inBrackets(words);
  return list.endsWith('…]') ? {} : { write: list };
}

/** `[a, b]`, or the first of it. */
export function inBrackets(words: readonly string[]): string {
  const list = `[${words.map(inYaml).join(', ')}]`;
  return list.length > longest ? `[${inYaml(words[0] ?? '').slice(0, longest)}, …]` : list;
}

export function inYaml(word: string): string {
  return /^[\w./-][\w./*-]*$/.test(word) ? word : JSON.stringify(word);
}

/** Help for a list in place of a map of names and values. */
function pairsHelp([first]: readonly DocumentNode[]): string {
  let name: string | undefined;
  if (first?.type === 'map') name = valueOf(first, 'name') ?? first.entries.map(textOfKey)[0];
  else if (first?.type === 'scalar') [, name] = /^([\w-]+):\s/.exec(String(first.value)) ?? [];
  return `write a map, with each name as a key: \`${name ?? '<name>'}: …\``;
}

function valueOf(node: DocumentNode, key: string): string | undefined {
  const value = entryOf(node, key)?.value;
  return value?.type === 'scalar' ? String(value.value) : undefined;
}

function meantGroup(node: DocumentNode, fields: DocumentFields): MeantValue {
  const names = Object.keys(fields);
  if (node.type === 'list') {
    const [only, more] = names;
    if (more === undefined && fields[only ?? '']?.type === 'list')
      return { help: `write \`${only}:\` on a line above it` };
    const isOne = node.items.length === 1 && node.items[0]?.type === 'map';
    return { help: isOne ? 'delete the `- `, and indent its keys alike' : fieldsHelp(names) };
  }
  if (node.type !== 'scalar') return {};
  const { value } = node;
  const found = names.find((name) => {
    const field = fields[name];
    if (field?.type === 'word') return field.values.includes(String(value));
    return field?.type === 'number' && typeof value === 'number';
  });
  if (found === undefined) return { help: fieldsHelp(names) };
  const isWhole = names.every((name) => name === found || fields[name]?.required !== true);
  const pair = `${found}: ${String(value)}`;
  return isWhole ? { write: `{ ${pair} }` } : { help: `write \`{ ${pair}, … }\`` };
}

function fieldsHelp(names: readonly string[]): string {
  return `the fields are ${codeList(names)}`;
}
