import type { DecidingFile } from '../../../model/deciding-file.ts';
import { UserError } from '../../../model/errors.ts';
import type { GitFile, Io } from '../../../model/io.ts';
import type { Workspace, WorkspaceHead } from '../../../model/workspace/workspace.ts';
import type { OpenedWorkspace } from '../../../workspace/open-tree.ts';
import { readBaseFiles } from '../../session/workspace/base-files.ts';
import { exitCodes } from '../../../model/exit-codes.ts';
import type { Adoption } from '../../../model/workspace/environment.ts';

/** The workspace at the commit where a pull request starts, for all environments. */
export interface OpenedBase {
  /** As the user named it. */
  readonly ref: string;
  readonly commit: string;
  /** Number of commits on `ref` since then that touch the workspace. */
  readonly ahead: number;
  /** The head of that workspace; `none` if the commit has no edgewright.yaml there; a message if it cannot be read. */
  readonly head: WorkspaceHead | 'none' | { readonly problem: string };
  /** The files that decide about it beside its settings, and are not now as they are there. */
  readonly changedFiles: readonly DecidingFile[];
  /** Reads the resource files on the first call. */
  readonly read: () => Workspace;
  /** The workspace whose gates and key apply: the current one of `ref`, which may have become stricter. */
  readonly keeper: OpenedWorkspace | undefined;
}

/** Throws `UserError` 64 if git does not know the commit or finds no merge base. */
export async function openBase(io: Io, root: string, ref: string): Promise<OpenedBase> {
  const { commit, files, changedFiles, ahead: countAhead, tip } = await readBaseFiles(io, root, ref);
  const ahead = await countAhead();
  const baseWorkspace = await opened(root, files);
  const now = ahead === 0 ? baseWorkspace : await opened(root, await tip());
  return {
    ref,
    commit,
    ahead,
    keeper: isOpened(now) ? now : undefined,
    head: baseWorkspace,
    changedFiles: await changedFiles(),
    read: () => {
      if (!isOpened(baseWorkspace)) throw new Error(`nothing to read in ${ref}`);
      return baseWorkspace.read();
    },
  };
}

type BaseWorkspace = OpenedWorkspace | 'none' | { readonly problem: string };

async function opened(root: string, files: ReadonlyMap<string, GitFile>): Promise<BaseWorkspace> {
  if (!files.has('edgewright.yaml')) return 'none';
  const { openWorkspaceFiles } = await import('../../../workspace/load-workspace.ts');
  try {
    return openWorkspaceFiles({ from: root, files });
  } catch (error) {
    if (!(error instanceof UserError) || error.exitCode !== exitCodes.settings) throw error;
    return { problem: error.message };
  }
}

function isOpened(workspace: BaseWorkspace): workspace is OpenedWorkspace {
  return workspace !== 'none' && !('problem' in workspace);
}

/** The adoptions of the base, so that one reading of the API serves both plans. */
export function adoptionsOf(base: OpenedBase | undefined, environment: string): readonly Adoption[] {
  if (base === undefined || base.head === 'none' || 'problem' in base.head) return [];
  return base.head.environments.get(environment)?.adopt ?? [];
}
