import type { Io } from '../../model/io.ts';
import type { LintOptions } from './lint-options.ts';
import type { Selection } from '../../run/lint/lint-workspace.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { openWorkspace } from '../../run/session/workspace/open-workspace.ts';
import type { Base } from '../../lint/rule.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import { lintAll } from '../../run/lint/lint-all.ts';

/** One run of lint: the files to read, and the findings to show. */
export interface LintRequest {
  readonly io: Io;
  readonly files: readonly string[];
  readonly options: LintOptions;
  readonly selection: Selection;
  readonly open: (texts?: ReadonlyMap<string, string>) => Promise<Workspace>;
}

export function lintRequest(request: Omit<LintRequest, 'open'>): LintRequest {
  const { io, options, selection } = request;
  const { overlay = new Map<string, string>(), files: ofGit } = selection;
  const open: LintRequest['open'] = (texts = new Map()) =>
    openWorkspace(io, options, { overlay: new Map([...overlay, ...texts]), files: ofGit });
  return { ...request, open };
}

export async function lintSelected(
  { io, files, options, selection }: LintRequest,
  workspace: Workspace,
  base?: Base,
): Promise<LintResult> {
  return selection.narrow(workspace, await lintAll(io, workspace, { files, checks: options, base }));
}
