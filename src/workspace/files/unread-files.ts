/**
 * Files that Edgewright probably should read but does not: a resource outside the patterns of `resources` or with
 * another extension, an environment outside of environments/. Repositories contain much unrelated YAML and JSON, so the
 * content decides: one of our kinds, or the keys of an environment in a folder with a similar name. Folders whose name
 * marks their files as unused are skipped.
 */
import { editDistance } from '../../text/edit-distance.ts';
import { kindSentences } from '../../derive/schema/resource-schemas.ts';
import type { UnreadFile } from '../../model/lint/lint-result.ts';
import { environmentsFolder, settingsFile } from './discover.ts';
import type { FileTree } from './file-tree.ts';
import { ignoredBelow, ignoredIn, type IgnoreRules } from './ignored.ts';

interface Walk {
  readonly tree: FileTree;
  readonly isRead: (path: string) => boolean;
  readonly found: UnreadFile[];
  left: number;
}

/** Limits of the search: a repository may be huge, but misplaced files are usually close to the root. */
const mostEntries = 5_000;
const deepest = 5;

/** `isRead` returns whether the workspace reads a path. Sorted by path. */
export function findUnread(
  tree: FileTree,
  ignored: IgnoreRules,
  isRead: (path: string) => boolean,
): readonly UnreadFile[] {
  const walk: Walk = { tree, isRead, found: [], left: mostEntries };
  visit(walk, '', ignored, 0);
  return walk.found.sort((a, b) => (a.source.path < b.source.path ? -1 : 1));
}

/** The folders of workspaces in the tree of a repository, in order; those near its top are found first. */
export function workspaceFolders(tree: FileTree): readonly string[] {
  const found: string[] = [];
  let left = mostEntries;
  let level = [''];
  for (let depth = 0; depth <= deepest && left > 0; depth++) {
    const below: string[] = [];
    for (const folder of level) {
      const entries = tree.list(folder);
      if (typeof entries === 'string' || (left -= entries.length) < 0) continue;
      if (entries.some(({ name, type }) => name === settingsFile && type === 'file')) found.push(folder);
      const folders = entries.filter(({ name, type }) => type === 'folder' && !asideFolder.test(name));
      below.push(...folders.map(({ name }) => (folder === '' ? name : `${folder}/${name}`)));
    }
    level = below;
  }
  return found.sort();
}

const asideFolder =
  /^(?:\.|_)|^(?:node_modules|vendor|dist|build|out|target|coverage|tests?|__tests__|spec|testdata|fixtures?|examples?|samples?|docs?|templates?|archived?|old|backups?|disabled)$/i;

function visit(walk: Walk, folder: string, ignoredAbove: IgnoreRules, depth: number): void {
  const entries = walk.tree.list(folder);
  if (typeof entries === 'string' || depth > deepest) return;
  if (folder !== '' && entries.some(({ name }) => name === settingsFile)) return;
  const ignored = entries.some(({ name }) => name === '.gitignore')
    ? ignoredIn(walk.tree, folder, ignoredAbove, () => undefined)
    : ignoredAbove;
  for (const { name, type } of entries) {
    if (walk.left-- <= 0) return;
    const path = folder === '' ? name : `${folder}/${name}`;
    if (type !== 'file' && type !== 'folder') continue;
    // At the top, hidden files and folders are those of other tools.
    if (folder === '' && name.startsWith('.')) continue;
    if (type === 'folder' ? !isLookedInto(name) : walk.isRead(path) || !mayBeOurs(path)) continue;
    const inside = ignoredBelow(ignored, path, type);
    if (inside === undefined) continue;
    if (type === 'folder') visit(walk, path, inside, depth + 1);
    else look(walk, path);
  }
}

function isLookedInto(name: string): boolean {
  return !asideFolder.test(name) || /^\.(?!git$)/.test(name);
}

/**
 * YAML or JSON by its extension, in any case or misspelled. Files with `.bak` or `.disabled` were put aside on purpose.
 */
function mayBeOurs(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return !/\.test\.ya?ml$/i.test(name) && /^[^.]+$|\.(?:ya?ml|json|ymal|yam|yl|ylm|txt)$/i.test(name);
}

function look({ tree, found }: Walk, path: string): void {
  const read = tree.read(path);
  if (!('source' in read)) return;
  const seen = resourceIn(read.source.text) ?? environmentIn(path, read.source.text);
  if (seen !== undefined) found.push({ source: read.source, ...seen });
}

type UnreadPlace = Omit<UnreadFile, 'source'>;

const kinds = Object.keys(kindSentences).join('|');
const yamlKind = new RegExp(String.raw`^kind:[ \t]+["']?(${kinds})["']?[ \t]*(?:#.*)?\r?$`, 'm');
const jsonKind = new RegExp(String.raw`^\s*[[{][^{]*?"kind"\s*:\s*"(${kinds})"`);

/** One of our kinds at the top level, with a name or address beside it. */
function resourceIn(text: string): UnreadPlace | undefined {
  const isJson = /^\s*[[{]/.test(text);
  const match = (isJson ? jsonKind : yamlKind).exec(text);
  const isNamed = isJson ? /"(?:name|address)"\s*:/.test(text) : /^(?:name|address):/m.test(text);
  if (match?.[1] === undefined || !isNamed) return undefined;
  const start = match.index + match[0].indexOf('kind') - (isJson ? 1 : 0);
  return { seems: match[1], start, end: match.index + match[0].trimEnd().length };
}

/** An environment file, in environments/ or a folder with a similar name. */
function environmentIn(path: string, text: string): UnreadPlace | undefined {
  const [top = '', ...rest] = path.split('/');
  if (rest.length === 0 || editDistance(top, environmentsFolder, 3) > 3) return undefined;
  if (/^environments\/(?:[^/]+\/)?[^/]+\.ya?ml$/.test(path)) return undefined;
  const match = /^(?:\s*\{\s*)?"?(vars|ids|adopt|drift)"?\s*:/m.exec(text);
  if (match === null) return undefined;
  const start = match.index + match[0].indexOf(match[1] ?? '');
  return { seems: 'environment', start, end: start + (match[1]?.length ?? 0) };
}
