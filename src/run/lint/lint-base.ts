import { UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import type { Base } from '../../lint/rule.ts';
import { compileEach } from '../../workspace/compile/compile.ts';
import { inertLine } from '../../report/text/inert.ts';
import { readBaseFiles } from '../session/workspace/base-files.ts';
import { exitCodes } from '../../model/exit-codes.ts';

/**
 * The workspace at the merge base of HEAD and `ref`, so that later additions to `ref` do not look like removals here. A
 * base without a readable workspace is skipped with a note, since it must not block the fix; a `ref` unknown to git is
 * an error.
 */
export async function readBase(io: Io, { root }: Workspace, ref: string): Promise<Base | undefined> {
  const { files, changedFiles } = await readBaseFiles(io, root, ref);
  const { loadWorkspace } = await import('../../workspace/load-workspace.ts');
  try {
    const base = compiledBase(ref, loadWorkspace({ from: root, files }));
    return { ...base, changedFiles: await changedFiles() };
  } catch (error) {
    if (!(error instanceof UserError) || error.exitCode !== exitCodes.settings) throw error;
    io.stderr(`note: \`${inertLine(ref)}\` was not compared with: ${inertLine(error.message)}\n`);
    return undefined;
  }
}

/** The base as compiled as possible: resources with compile errors are missing. */
export function compiledBase(ref: string, workspace: Workspace): Base {
  const compiled = compileEach(workspace, [...workspace.environments.keys()]);
  return {
    ref,
    workspace,
    changedFiles: [],
    desired: new Map([...compiled].map(([name, { desired }]) => [name, desired])),
  };
}
