import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { Base } from '../../lint/rule.ts';
import { compile } from '../../compile/compile.ts';
import { inertLine } from '../../report/text/inert.ts';
import { readBaseFiles } from '../../session/workspace/base-files.ts';

/**
 * The workspace as of where the work on it began: the commit that HEAD and `ref` have in common, so that what `ref` got
 * since is not taken for something that was removed here. A base that holds no readable workspace is passed over with a
 * note, since it must not keep anybody from fixing it; a `ref` that git does not know is refused.
 */
export async function readBase(io: Io, { root }: Workspace, ref: string): Promise<Base | undefined> {
  const { files } = await readBaseFiles(io, root, ref);
  const { loadWorkspace } = await import('../../workspace/load-workspace.ts');
  try {
    return compiledBase(ref, loadWorkspace({ from: root, files }));
  } catch (error) {
    if (!(error instanceof UserError) || error.exitCode !== exitCodes.settings) throw error;
    io.stderr(`note: \`${inertLine(ref)}\` was not compared with: ${inertLine(error.message)}\n`);
    return undefined;
  }
}

/** What did not compile there is simply not known of the base. */
export function compiledBase(ref: string, workspace: Workspace): Base {
  const names = [...workspace.environments.keys()];
  return { ref, workspace, desired: new Map(names.map((name) => [name, compile(workspace, name).desired])) };
}
