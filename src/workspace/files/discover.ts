import { permissionHelp } from './decode.ts';
import type { EntryType } from './entry-type.ts';
import { problem } from '../../model/problem.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { FileTree, TreeEntry } from './file-tree.ts';
import { stepGlobs, type GlobState } from '../../text/patterns/glob.ts';
import { ignoredBelow, ignoredIn, type IgnoreRules } from './ignored.ts';

/** The file that makes a folder a workspace. */
export const settingsFile = 'edgewright.yaml';
export const environmentsFolder = 'environments';

export interface DiscoveredFiles {
  readonly paths: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Walk {
  readonly tree: FileTree;
  readonly paths: string[];
  readonly diagnostics: Diagnostic[];
}

/**
 * The files that the globs match, sorted by path. Files that git ignores, hidden files and files of nested workspaces
 * are left out. A link, a device or an unreadable folder where a resource file might be is reported.
 */
export function discover(tree: FileTree, globs: GlobState, ignored: IgnoreRules): DiscoveredFiles {
  const walk: Walk = { tree, paths: [], diagnostics: [] };
  visit(walk, '', { globs, ignored });
  walk.paths.sort();
  return { paths: walk.paths, diagnostics: walk.diagnostics };
}

/** The globs that can match in a folder, and the rules of git there. */
interface FolderRules {
  readonly globs: GlobState;
  readonly ignored: IgnoreRules;
}

function visit(walk: Walk, folder: string, { globs, ignored: ignoredAbove }: FolderRules): void {
  const entries = walk.tree.list(folder);
  if (entries === 'absent') return;
  if (entries === 'unreadable') {
    refuse(walk, folder, { message: 'this folder cannot be read', help: permissionHelp });
    return;
  }
  if (folder !== '' && entries.some(({ name }) => name === settingsFile)) return;
  const ignored = entries.some(({ name }) => name === '.gitignore')
    ? ignoredIn(walk.tree, folder, ignoredAbove, (found) => walk.diagnostics.push(found))
    : ignoredAbove;
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (path === settingsFile || path === environmentsFolder || isPrivate(entry)) continue;
    const next = stepGlobs(globs, entry.name);
    if (next === undefined) continue;
    const inside = ignoredBelow(ignored, path, entry.type);
    if (inside !== undefined) enter(walk, { path, type: entry.type }, { globs: next, ignored: inside });
  }
}

/** Programs keep credentials in hidden files, git and Edgewright their state in hidden folders. */
function isPrivate({ name, type }: TreeEntry): boolean {
  return name.startsWith('.') && (type !== 'folder' || /^\.(?:git|edgewright)$/i.test(name));
}

function enter(
  walk: Walk,
  { path, type }: { readonly path: string; readonly type: EntryType },
  rules: FolderRules,
): void {
  const { globs } = rules;
  switch (type) {
    case 'folder':
      visit(walk, path, rules);
      break;
    case 'file':
      if (globs.isMatch) walk.paths.push(path);
      break;
    case 'folder-link':
      refuse(walk, path, {
        message: 'this is a symbolic link to a folder; links are not followed',
        help: 'put the folder itself here, or take it out of `resources`',
      });
      break;
    case 'link':
      if (globs.isMatch)
        refuse(walk, path, { message: 'this is a symbolic link; links are not followed', help: fileHelp });
      break;
    case 'other':
      if (globs.isMatch) refuse(walk, path, { message: 'this is not a regular file', help: fileHelp });
      break;
  }
}

const fileHelp = 'put the file itself here, or take it out of `resources`';

function refuse(
  { diagnostics }: Walk,
  path: string,
  { message, help }: { readonly message: string; readonly help: string },
): void {
  const place = { source: { path, text: '' }, start: 0, end: 0 };
  diagnostics.push(problem('file-unreadable', place, message, { help }));
}
