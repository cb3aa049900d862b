import { nodePlace } from '../../derive/yaml/node-place.ts';
import { problem } from '../../model/problem.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode, Place, Source, YamlDocument } from '../../model/document.ts';
import type { FileRead } from '../../model/workspace/workspace.ts';
import type { FileTree } from './file-tree.ts';
import { ignoredIn, isIgnored, type IgnoreRules } from './ignored.ts';
import { inlinedText } from '../../text/inlined-text.ts';
import { rememberLast } from '../../text/remember-last.ts';
import { suggestions } from '../../text/suggest.ts';
import { hasExpression, parseExpression } from '../syntax.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { quoted } from '../../text/quoted.ts';
import type { WorkspaceDocument } from '../../model/workspace/workspace-document.ts';

/** Reads files for `$(file:path)`, each once. `ignored` has the `.gitignore` files above the workspace. */
export function inlineReader(tree: FileTree, ignored: IgnoreRules): (path: string) => FileRead {
  const known = new Map<string, FileRead>();
  return (path) => {
    const read = known.get(path) ?? readInlined(tree, ignored, path);
    known.set(path, read);
    return read;
  };
}

/**
 * Refuses hidden and git-ignored files: a checkout has credentials there (`.git/config`, `.env`, a folder of secrets),
 * and anyone who can open a pull request could print them in a plan.
 */
function readInlined(tree: FileTree, ignoredAbove: IgnoreRules, written: string): FileRead {
  if (written.includes('\\')) return { problem: 'has `\\` where a path has `/`' };
  const path = inlinedPath(written);
  if (path === undefined && isInside(written)) return { problem: 'has `..` in its path: write it without' };
  if (path === undefined) {
    const below = written.replace(/^(?:\.\.\/)+/, '');
    const isThere = below !== written && inlinedPath(below) === below && !/(?:^|\/)\./.test(below);
    const near = isThere && tree.typeOf(below) === 'file' ? { near: below } : {};
    return { problem: 'leaves the workspace; paths are relative to its root', ...near };
  }
  const names = path.split('/');
  if (names.some((name) => name.startsWith('.'))) return { problem: 'is hidden (its name begins with `.`)' };
  let ignored = ignoredAbove;
  for (let depth = 1; depth <= names.length; depth++) {
    ignored = ignoredIn(tree, names.slice(0, depth - 1).join('/'), ignored, () => undefined);
    const part = names.slice(0, depth).join('/');
    const isLast = depth === names.length;
    const problemHere = refusal(tree, part, isLast ? 'file' : 'folder');
    if (problemHere !== undefined) {
      const near = isLast ? nearTo(tree, part) : undefined;
      return { problem: problemHere, ...withoutUndefined({ near }) };
    }
    if (isIgnored(ignored, part, isLast ? 'file' : 'folder'))
      return { problem: 'is left out by `.gitignore`' };
  }
  const read = tree.read(path);
  return 'source' in read
    ? { text: inlinedText(read.source.text), source: read.source }
    : { problem: `cannot be used: ${read.problem.message}` };
}

/** An existing file in the same folder with a similar name. */
function nearTo(tree: FileTree, path: string): string | undefined {
  if (tree.typeOf(path) !== undefined) return undefined;
  const cut = path.lastIndexOf('/') + 1;
  const listed = tree.list(path.slice(0, Math.max(cut - 1, 0)));
  const names = typeof listed === 'string' ? [] : listed.map(({ name }) => name);
  const [name] = suggestions(path.slice(cut), names);
  if (name === undefined || name.startsWith('.')) return undefined;
  const near = path.slice(0, cut) + name;
  return tree.typeOf(near) === 'file' ? near : undefined;
}

function refusal(tree: FileTree, path: string, expected: 'file' | 'folder'): string | undefined {
  switch (tree.typeOf(path)) {
    case undefined:
      return 'does not exist';
    case 'file':
      return expected === 'file' ? undefined : 'does not exist';
    case 'folder':
      return expected === 'file' ? 'is a folder' : undefined;
    case 'link':
    case 'folder-link':
      return 'is, or is behind, a symbolic link; links are not followed';
    case 'other':
      return 'is not a regular file';
  }
}

/** Whether a relative path with `..` never leaves the folder that it starts from. */
function isInside(written: string): boolean {
  if (/^[/\\]|^[A-Za-z]:|\p{Cc}/u.test(written)) return false;
  let depth = 0;
  for (const name of written.split('/')) {
    if (name === '' || name === '.') continue;
    depth += name === '..' ? -1 : 1;
    if (depth < 0) return false;
  }
  return depth > 0;
}

/** The normalized path; undefined for one that leaves the workspace. */
function inlinedPath(written: string): string | undefined {
  if (/^[/\\]|^[A-Za-z]:|[\\\p{Cc}]/u.test(written)) return undefined;
  const names = written.split('/').filter((name) => name !== '.' && name !== '');
  return names.length === 0 || names.includes('..') ? undefined : names.join('/');
}

/** The first place of each file that `$(file:path)` names. */
export function inlinedPlaces(meanings: readonly WorkspaceDocument[]): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const meaning of meanings) {
    if (!mayInline(meaning.document.source)) continue;
    if ('spec' in meaning && meaning.spec !== undefined) collect(meaning.document, meaning.spec, places);
    if (!('overrides' in meaning)) continue;
    for (const { spec } of meaning.overrides.values())
      if (spec !== undefined) collect(meaning.document, spec, places);
  }
  return places;
}

/**
 * Whether a file may contain such an expression, also one spelled with escapes. Its documents ask one after the other.
 */
const mayInline = rememberLast(
  ({ text }: Source): boolean => text.includes('$(file:') || text.includes('\\'),
);

function collect(document: YamlDocument, node: DocumentNode, places: Map<string, Place>): void {
  if (node.type === 'map') for (const { value } of node.entries) collect(document, value, places);
  else if (node.type === 'list') for (const item of node.items) collect(document, item, places);
  else if (typeof node.value === 'string' && hasExpression(node.value)) {
    for (const piece of parseExpression(node.value).pieces) {
      const path = piece.type === 'file' ? inlinedPath(piece.path) : undefined;
      if (path !== undefined && !places.has(path)) places.set(path, nodePlace(document, node));
    }
  }
}

/** Reported instead of treating the file as text, because the resources in it would vanish from the workspace. */
export function inlinesResource(path: string, place: Place, kind: Place): Diagnostic {
  return problem(
    'file-is-resource',
    place,
    `${quoted(path)} is a resource file, so its text cannot be used as a value`,
    {
      related: [{ place: kind, label: 'a resource' }],
      help: 'move the text into a file of its own',
    },
  );
}
