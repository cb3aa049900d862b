import { entryOf } from '../../derive/yaml/document-tree.ts';
import { dashOf } from '../../edit/dash.ts';
import { lineBreak, lineEnd, lineStart } from '../../edit/lines.ts';
import { inlineYaml } from '../../edit/printed.ts';
import { forms, variablePattern } from '../../kinds/documents/forms.ts';
import type { Mention, NameType } from './mentions-in-resource.ts';
import { declarations, mentionAt, sameName } from './mentions.ts';
import type { Edit } from '../../model/fix.ts';
import type { Place } from '../../model/document.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { quoted } from '../../text/quoted.ts';
import type { ResourceDocument } from '../../model/workspace/workspace-document.ts';

/** A name that can be renamed, and the word to edit: of an address the part after the slash. */
export interface Renameable {
  readonly mention: Mention;
  readonly place: Place;
  readonly word: string;
}

const renameable: readonly NameType[] = ['resource', 'preset', 'id', 'variable'];

export function renameableAt(workspace: Workspace, path: string, offset: number): Renameable | undefined {
  const mention = mentionAt(workspace, path, offset);
  if (mention === undefined || !renameable.includes(mention.type)) return undefined;
  if (declarations(workspace, mention).length === 0) return undefined;
  return { mention, place: wordPlace(mention), word: placeText(wordPlace(mention)) };
}

/** The edits that rename something, or the reason why it cannot have the new name. */
export function rename(
  workspace: Workspace,
  { mention }: Renameable,
  newName: string,
): { readonly edits: readonly Edit[] } | { readonly problem: string } {
  const name = fullName(mention, newName.trim());
  const problem = problemOf(workspace, mention, name);
  if (problem !== undefined) return { problem };
  if (name === mention.name) return { edits: [] };
  const word = wordOf(mention.type, name);
  const edits: Edit[] = sameName(workspace, mention).map((use) => {
    const place = wordPlace(use);
    return { ...place, text: isPlainKey(use, place) ? inlineYaml(word) : word };
  });
  if (mention.type === 'resource') {
    const renamed = workspace.resources.filter(({ address }) => address === mention.name);
    edits.push(...renamed.map((resource) => formerlyEdit(resource, word)));
  }
  return { edits };
}

/** In a list of addresses only `shop` of `https-route/shop` is edited. */
function wordPlace({ type, name, place }: Mention): Place {
  const written = place.source.text.slice(place.start, place.end);
  const isAddress = type === 'resource' && written === name;
  return isAddress ? { ...place, start: place.start + name.indexOf('/') + 1 } : place;
}

function placeText({ source, start, end }: Place): string {
  return source.text.slice(start, end);
}

/** Completes the typed name: addresses and ids may be typed with or without their prefix. */
function fullName({ type, name }: Mention, typed: string): string {
  const prefix = name.slice(0, name.indexOf('/') + 1);
  const isWhole = typed.startsWith(prefix);
  return (type === 'resource' || type === 'id') && !isWhole ? `${prefix}${typed}` : typed;
}

function wordOf(type: NameType, name: string): string {
  return type === 'resource' ? name.slice(name.indexOf('/') + 1) : name;
}

const resource = new RegExp(forms.name.pattern);
const variable = new RegExp(`^${variablePattern}$`);
const idName = /^[a-z-]+\/[A-Za-z0-9][A-Za-z0-9._-]*$/;

function problemOf(workspace: Workspace, mention: Mention, name: string): string | undefined {
  const { type, name: before } = mention;
  const word = wordOf(type, name);
  const isProper =
    type === 'variable'
      ? variable.test(name) && name !== 'environment'
      : type === 'id'
        ? idName.test(name)
        : resource.test(word);
  if (!isProper) return `${quoted(word)} is not a name of ${articles[type] ?? type}`;
  const isTaken = declarations(workspace, { ...mention, name }).length > 0;
  return isTaken && name !== before ? `there is ${quoted(name)} already` : undefined;
}

const articles: Readonly<Partial<Record<NameType, string>>> = {
  resource: 'a resource: lower-case letters, digits and hyphens, at most 63',
  preset: 'a preset: lower-case letters, digits and hyphens, at most 63',
  id: 'an id: letters, digits, `.`, `_` and `-` behind the slash',
  variable: 'a variable: letters, digits, `_` and `-`, beginning with a letter',
};

/** Whether a name is a whole unquoted scalar: then YAML could read the new name as something other than a string. */
function isPlainKey({ type, place }: Mention, word: Place): boolean {
  const before = place.source.text[place.start - 1];
  return (
    word.start === place.start && before !== '"' && before !== "'" && !(type === 'variable' && before === '(')
  );
}

/** Adds the old name to `formerly`, so that the live object is renamed instead of deleted and created again. */
function formerlyEdit({ document, root, formerly, name, nameNode }: ResourceDocument, newName: string): Edit {
  const { source } = document;
  const { text } = source;
  const again = formerly.find((entry) => entry.name === newName);
  if (again !== undefined) {
    const { start, end } = again.node.alias ?? again.node;
    return { source, start, end, text: inlineYaml(name) };
  }
  const list = entryOf(root, 'formerly')?.value;
  const last = list?.type === 'list' && list.alias === undefined ? list.items.at(-1) : undefined;
  if (list?.type === 'list' && last !== undefined) {
    const { start, end } = last.alias ?? last;
    if (list.flow) return { source, start: end, end, text: `, ${inlineYaml(name)}` };
    const dash = dashOf(list, list.items.length - 1, source) ?? start;
    const indent = text.slice(lineStart(text, dash), dash);
    const at = lineEnd(text, end);
    return { source, start: at, end: at, text: `${lineBreak(text)}${indent}- ${inlineYaml(name)}` };
  }
  if (list !== undefined)
    return {
      source,
      start: list.start,
      end: list.end,
      text: `${list.start === list.end ? ' ' : ''}[${inlineYaml(name)}]`,
    };
  if (root.flow) {
    const { end } = nameNode.alias ?? nameNode;
    return { source, start: end, end, text: `, formerly: [${inlineYaml(name)}]` };
  }
  const first = root.entries[0]?.key.start ?? 0;
  const at = lineEnd(text, (nameNode.alias ?? nameNode).end);
  const indent = ' '.repeat(first - lineStart(text, first));
  return { source, start: at, end: at, text: `${lineBreak(text)}${indent}formerly: [${inlineYaml(name)}]` };
}
