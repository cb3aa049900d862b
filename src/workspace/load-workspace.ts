import path from 'node:path';
import type { GitFile } from '../model/io.ts';
import type {
  Workspace,
  RepositoryAround,
  OtherWorkspace,
  WorkspaceHead,
} from '../model/workspace/workspace.ts';
import { fileSetTree, outerIgnoredOf } from './files/file-set-tree.ts';
import { diskTree } from './files/file-tree.ts';
import { overlayFrom, findRoot, outerIgnored } from './files/find-root.ts';
import { jobFiles } from './files/job-files.ts';
import { secretFiles, type SecretPlaces } from './files/secret-files.ts';
import type { GitSetting } from './git/run-git.ts';
import { workspaceHome } from './git/workspace-home.ts';
import { type OpenedWorkspace, openTree } from './open-tree.ts';
import { repositoryTop } from './git/repository-folder.ts';
import { UserError } from '../model/errors.ts';
import type { WorkspaceHome } from '../model/ledger/ledger-home.ts';
import { workspaceFolders } from './files/unread-files.ts';

export interface WorkspacePlace {
  /** The workspace folder, or a folder below it. */
  readonly from: string;
  /** The working folder, for messages; default: `from`. */
  readonly cwd?: string;
  /** Contents that replace or add files, by path from the root. */
  readonly overlay?: ReadonlyMap<string, string>;
  /** The complete set of files in place of the disk: those of a commit, or the staged ones. */
  readonly files?: ReadonlyMap<string, GitFile> | undefined;
  /** Where secrets are kept: nothing there is read as a file of the workspace. */
  readonly secrets?: SecretPlaces;
  /** The environment of the command, for git: without it, no file that a `.gitignore` matches is read. */
  readonly env?: GitSetting['env'];
}

/**
 * Reads the workspace that `from` is in. Throws `UserError` 78 if there is no edgewright.yaml or it cannot be read;
 * every other mistake is reported in the diagnostics.
 */
export function loadWorkspace(place: WorkspacePlace): Workspace {
  return openWorkspaceFiles(place).read();
}

/** The same in two parts, for a caller that can start with the settings alone (a plan reads the API). */
export function openWorkspaceFiles(place: WorkspacePlace): OpenedWorkspace {
  const { from, cwd, overlay = new Map<string, string>(), files, secrets, env } = place;
  const root = findRoot(from, cwd);
  const inside = overlayFrom(root, overlay);
  const isSecret = secretFiles(root, secrets);
  return openTree({
    root,
    tree: files === undefined ? diskTree(root, inside, isSecret) : fileSetTree(files, inside),
    ignored: files === undefined ? outerIgnored(root, env) : outerIgnoredOf(files, root),
    ...(files === undefined ? { around: aroundOf } : {}),
  });
}

function aroundOf({ root, settings: { ledger } }: WorkspaceHead): RepositoryAround | undefined {
  const home = ledger && workspaceHome(root, ledger);
  if (home === undefined) return undefined;
  const top = diskTree(repositoryTop(root, home.folder));
  return { home, jobs: jobFiles(top, home.folder), others: otherWorkspaces(root, home) };
}

/** The workspaces in other folders of the repository whose settings say where their ledgers are. */
export function otherWorkspaces(
  root: string,
  { folder }: Pick<WorkspaceHome, 'folder'>,
): readonly OtherWorkspace[] {
  const top = repositoryTop(root, folder);
  return workspaceFolders(diskTree(top))
    .filter((other) => other !== folder)
    .flatMap((folder) => {
      const head = headIn(path.join(top, folder));
      if (head?.settings.ledger === undefined) return [];
      const environments = [...head.environments.values()];
      return [
        {
          folder,
          ledger: head.settings.ledger,
          environments: environments.map(({ name }) => name),
          adopted: environments.flatMap(({ name, adopt }) =>
            adopt
              .filter(({ from }) => from === undefined)
              .map(({ id, edge_id }) => ({ environment: name, id, ...(edge_id && { edge_id }) })),
          ),
        },
      ];
    });
}

/** A file that cannot be read is the mistake of that workspace. */
function headIn(from: string): Pick<WorkspaceHead, 'settings' | 'environments'> | undefined {
  try {
    return openWorkspaceFiles({ from });
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
