import type { Io } from '../../model/io.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { Base } from '../../lint/rule.ts';
import { ledgersAtHand } from '../../session/ledger/ledgers-at-hand.ts';
import type { LimitOptions } from '../../workflow/lint/limit-findings.ts';
import type { SelectionOptions } from './lint-selection.ts';
import { environmentsToLint, openWorkspace } from '../../session/workspace/open-workspace.ts';
import type { ApiOptions, WorkspaceOptions } from '../../cli/options.ts';
import { checkedPolicies } from '../../session/workspace/policies-of.ts';
import type { ReportOptions } from '../../workflow/lint/print-findings.ts';
import { ruleSettings } from '../../session/workspace/rule-settings.ts';
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

export async function lintAll(
  io: Io,
  workspace: Workspace,
  files: readonly string[],
  options: LintOptions,
  base?: Base,
): Promise<LintResult> {
  const [{ compileWithCache }, { lint }, { rules }, { chosenFiles }] = await Promise.all([
    import('../../lint-cache/cached-workspace.ts'),
    import('../../lint/engine/lint.ts'),
    import('../../lint/rules.gen.ts'),
    import('../../workflow/lint/chosen-files.ts'),
  ]);
  const environments = environmentsToLint(workspace, options.env);
  const policies = await checkedPolicies(workspace);
  const known = new Set([...rules, ...policies.rules].map(({ id }) => id));
  const chosen = chosenFiles(io, workspace, files);
  return lint({
    workspace,
    compiled: await compileWithCache(
      workspace,
      environments.map(({ name }) => name),
    ),
    ledgers: await ledgersAtHand(io, workspace, environments),
    now: options.now ?? io.clock.now(),
    rules,
    policies,
    overriding: ruleSettings(options.rule ?? [], known),
    baseline: !options.baseline ? 'ignore' : options.newOnly === true ? 'new-only' : 'hold',
    ...(chosen === undefined ? {} : { files: chosen }),
    ...(base === undefined ? {} : { base }),
  });
}
