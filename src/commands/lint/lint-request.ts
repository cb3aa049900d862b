import type { Io } from '../../model/io.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { Base } from '../../lint/rule.ts';
import { lintAll } from '../../workflow/lint/lint-all.ts';
import type { LimitOptions } from '../../workflow/lint/limit-findings.ts';
import type { SelectionOptions } from './lint-selection.ts';
import { openWorkspace } from '../../session/workspace/open-workspace.ts';
import type { ApiOptions, WorkspaceOptions } from '../../cli/options.ts';
import type { ReportOptions } from '../../workflow/lint/print-findings.ts';
import type { Selection } from '../../workflow/lint/selection.ts';

export interface LintOptions
  extends WorkspaceOptions, ReportOptions, ApiOptions, SelectionOptions, LimitOptions {
  readonly env?: readonly string[];
  readonly rule?: readonly string[];
  readonly fix?: boolean;
  readonly unsafe?: boolean;
  readonly diff?: boolean;
  /** False with `--no-baseline`. */
  readonly baseline: boolean;
  readonly newOnly?: boolean;
  /** False with `--no-cache`. */
  readonly cache: boolean;
  readonly base?: string;
  readonly now?: Date;
  readonly live?: boolean;
  readonly only?: readonly string[];
}

/** One run of lint: the files to read, and the findings to show. */
export interface LintRequest {
  readonly io: Io;
  readonly files: readonly string[];
  readonly options: LintOptions;
  readonly selection: Selection;
  readonly open: (texts?: ReadonlyMap<string, string>) => Promise<Workspace>;
}

export function lintRequest(
  io: Io,
  files: readonly string[],
  options: LintOptions,
  selection: Selection,
): LintRequest {
  const { overlay = new Map<string, string>(), files: ofGit } = selection;
  const open: LintRequest['open'] = (texts = new Map()) =>
    openWorkspace(io, options, new Map([...overlay, ...texts]), ofGit);
  return { io, files, options, selection, open };
}

export async function lintSelected(
  { io, files, options, selection }: LintRequest,
  workspace: Workspace,
  base?: Base,
): Promise<LintResult> {
  return selection.narrow(workspace, await lintAll(io, workspace, files, options, base));
}
