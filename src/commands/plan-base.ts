import { exitCodes, UserError } from '../model/errors.ts';
import type { Io } from '../model/io.ts';
import type { Adoption, Workspace, WorkspaceHead } from '../model/workspace.ts';
import type { OpenedWorkspace } from '../workspace/load-workspace.ts';
import { readBaseFiles } from './base-files.ts';
import { inTurns } from './in-turns.ts';

/** The workspace as of the commit that a pull request starts at, for all environments. */
export interface OpenedBase {
  /** As the user named it. */
  readonly ref: string;
  readonly commit: string;
  /** How many commits that touch the workspace `ref` has got since. */
  readonly ahead: number;
  /** What it is; `none` where that commit has no edgewright.yaml there, a sentence where it cannot be read. */
  readonly head: WorkspaceHead | 'none' | { readonly problem: string };
  /** Reads the resource files, the first time. */
  readonly read: () => Promise<Workspace>;
}

/** Throws `UserError` 64 where git does not know the commit, or not where the two histories part. */
export async function openBase(io: Io, root: string, ref: string): Promise<OpenedBase> {
  const { commit, files, ahead } = await readBaseFiles(io, root, ref);
  const about = { ref, commit, ahead: await ahead() };
  const nothing = (): Promise<Workspace> => Promise.reject(new Error(`nothing to read in ${ref}`));
  if (!files.has('edgewright.yaml')) return { ...about, head: 'none', read: nothing };
  const { openWorkspace } = await import('../workspace/load-workspace.ts');
  let opened: OpenedWorkspace;
  try {
    opened = openWorkspace({ from: root, files });
  } catch (error) {
    if (!(error instanceof UserError) || error.exitCode !== exitCodes.settings) throw error;
    return { ...about, head: { problem: error.message }, read: nothing };
  }
  let reading: Promise<Workspace> | undefined;
  return { ...about, head: opened, read: () => (reading ??= inTurns(opened.read())) };
}

/** What it adopts, so that one reading of the API serves both. */
export function adoptionsOf(base: OpenedBase | undefined, environment: string): readonly Adoption[] {
  if (base === undefined || base.head === 'none' || 'problem' in base.head) return [];
  return base.head.environments.get(environment)?.adopt ?? [];
}
