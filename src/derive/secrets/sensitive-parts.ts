import { kinds } from '../../kinds/index.ts';
import type { Fields } from '../../kinds/field.ts';
import type { DocumentNode, Range, Source, YamlDocument } from '../../model/document.ts';
import { editDistance } from '../../text/edit-distance.ts';
import { fieldsOf } from '../forms/fields.ts';
import { secretsIn } from './secret-patterns.ts';

/**
 * The parts of a file that no frame, patch or message may show: what is under a secret field's name, misspelt or
 * not, in what was read and in what the reader dropped (a second key, a document that is broken); and whatever looks
 * like a secret, in values, keys and comments alike.
 */
export function sensitiveParts(source: Source, documents: readonly YamlDocument[]): readonly Range[] {
  const found: Range[] = [...secretsIn(source.text), ...linesOfSecrets(source.text)];
  for (const { root } of documents) if (root !== undefined) collect(source, root, found);
  return found;
}

/** Whether a line of a file has something in it that no message may repeat. */
export function looksSecret(text: string): boolean {
  return secretsIn(text).length > 0 || linesOfSecrets(text).length > 0;
}

/** The text with those parts as stars, letter by letter, so that places in it hold. */
export function starred(text: string, parts: readonly Range[]): string {
  let shown = text;
  for (const { start, end } of parts)
    shown = shown.slice(0, start) + shown.slice(start, end).replaceAll(/\S/g, '*') + shown.slice(end);
  return shown;
}

/** The names of the variables that secret fields are made of. */
export function variablesInSecrets(node: DocumentNode, names: Set<string>): void {
  visitSecrets(node, (value) => {
    if (value.type !== 'scalar' || typeof value.value !== 'string') return;
    for (const [, name = ''] of value.value.matchAll(/\$\(([A-Za-z_]\w*)\)/g)) names.add(name);
  });
}

function collect(source: Source, node: DocumentNode, found: Range[]): void {
  visitSecrets(node, (value) => {
    if (value.type !== 'scalar' || !isReference(value.value))
      found.push({ start: value.start, end: value.end });
  });
  visitTexts(source, node, found);
}

/** What an escape hides from anyone who reads the text as it is written. */
function visitTexts(source: Source, node: DocumentNode, found: Range[]): void {
  if (node.alias !== undefined) return;
  if (node.type === 'list') for (const item of node.items) visitTexts(source, item, found);
  else if (node.type === 'map') for (const { value } of node.entries) visitTexts(source, value, found);
  else if (typeof node.value === 'string' && isHiddenIn(source.text.slice(node.start, node.end), node.value))
    found.push({ start: node.start, end: node.end });
}

function isHiddenIn(written: string, value: string): boolean {
  const count = secretsIn(value).length;
  return count > 0 && secretsIn(written).length < count;
}

function visitSecrets(node: DocumentNode, visit: (value: DocumentNode) => void): void {
  if (node.alias !== undefined) return;
  if (node.type === 'list') for (const item of node.items) visitSecrets(item, visit);
  if (node.type !== 'map') return;
  for (const { key, value } of node.entries) {
    if (isSecretName(String(key.value))) visit(value);
    else visitSecrets(value, visit);
  }
}

/* Of the value only the first character is looked at: another key may follow, on a line of any length. */
const keyWithValue = /(?<=^|[\s{,])(["']?)([A-Za-z][\w-]*)\1[ \t]*:[ \t]*(?=[^\s#{}|>&*])/gm;

/** Also where the space after the colon is missing. */
function linesOfSecrets(text: string): readonly Range[] {
  return [...text.matchAll(keyWithValue)].flatMap((match) => {
    const [whole, , name = ''] = match;
    const start = match.index + whole.length;
    if (!isSecretName(name) || text.startsWith('$(secret:', start)) return [];
    const newline = text.indexOf('\n', start);
    const value = text.slice(start, newline === -1 ? text.length : newline);
    return [{ start, end: start + lengthOfValue(value) }];
  });
}

/** Up to what ends a value within braces; a quote that is not closed hides the whole line. */
function lengthOfValue(value: string): number {
  const quote = value[0];
  if (quote === '"' || quote === "'") {
    const close = value.indexOf(quote, 1);
    return close === -1 ? value.length : close + 1;
  }
  const stop = value.search(/[,}]| #/);
  return (stop === -1 ? value : value.slice(0, stop)).trimEnd().length;
}

let known: ReadonlySet<string> | undefined;
const checked = new Map<string, boolean>();

/** That a field's name is wrong makes its value no less secret. */
function isSecretName(name: string): boolean {
  const before = checked.get(name);
  if (before !== undefined) return before;
  known ??= new Set(Object.values(kinds).flatMap(({ fields }) => [...secretNames(fields)].map(folded)));
  const plain = folded(name);
  // `secrets:` in edgewright.yaml lists names.
  const is =
    plain !== 'secrets' &&
    (known.has(plain) || (plain.length >= 5 && [...known].some((one) => isNear(plain, one))));
  if (checked.size < 1000) checked.set(name, is);
  return is;
}

function isNear(name: string, other: string): boolean {
  const limit = other.length > 8 ? 2 : 1;
  return editDistance(name, other, limit) <= limit;
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}

function* secretNames(fields: Fields): Generator<string> {
  for (const [name, field] of Object.entries(fields)) {
    if (field.secret === true) yield name;
    yield* secretNames(fieldsOf(field) ?? {});
  }
}

function isReference(value: unknown): boolean {
  return value === null || (typeof value === 'string' && /^\$\(secret:[^)]*\)$/.test(value));
}
