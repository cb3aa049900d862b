import type { CompiledResource } from '../../model/desired.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { type ExitCode, UserError, usageError } from '../../model/errors.ts';
import type { GitFile, Io } from '../../model/io.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { Workspace } from '../../model/workspace.ts';
import { wantsColor } from '../cli/reports.ts';
import { failureOf } from '../session/ledger/failure-of.ts';
import { checkedPolicies } from '../session/workspace/policies-of.ts';

/** The error of `--new-only` and `prune` without a baseline. */
export function noBaseline(file: string): UserError {
  return usageError(`there is no baseline \`${file}\``, '`edgewright baseline create` makes it');
}

/** The texts to check, and the findings to show. */
export interface Selection {
  /** The files of the git index, instead of those on disk. */
  readonly files?: ReadonlyMap<string, GitFile>;
  /** Standard input, instead of a file. */
  readonly overlay?: ReadonlyMap<string, string>;
  readonly narrow: (workspace: Workspace, result: LintResult) => Promise<LintResult>;
}

/** Checks an earlier version of the workspace, without printing. */
export type LintBefore = (workspace: Workspace) => Promise<LintResult>;

interface LintedWorkspace {
  readonly desired: readonly CompiledResource[];
  /** All findings, of any severity. */
  readonly diagnostics: readonly Diagnostic[];
  /** The exit code if there are errors; `desired` must not be used then. */
  readonly failure: ExitCode | undefined;
}

interface Beside {
  readonly ledger?: LedgerState;
  readonly onErrors?: OnErrors | undefined;
  /** Tells the suppressed errors that the comments and the baseline of this workspace would not hide. */
  readonly suppressedIn?: Workspace | undefined;
}

/** Takes the findings of files with errors, instead of stderr. */
export type OnErrors = (result: LintResult) => void;

/** The compiled resources. Throws `UserError` if there are errors, which are printed to stderr. */
export async function desiredWithoutErrors(
  io: Io,
  workspace: Workspace,
  environment: string,
): Promise<LintedWorkspace['desired']> {
  const { desired, failure } = await lintAndShow(io, workspace, environment);
  if (failure !== undefined) throw new UserError(failure, invalid(environment));
  return desired;
}

/** Lint for commands that need a valid workspace: returns the compiled resources and prints errors to stderr. */
export async function lintForEnvironment(
  io: Io,
  workspace: Workspace,
  environment: string,
  beside: Beside = {},
): Promise<LintedWorkspace> {
  const linted = await lintAndShow(io, workspace, environment, beside);
  if (linted.failure !== undefined && beside.onErrors === undefined)
    io.stderr(`error: ${invalid(environment)}\n`);
  return linted;
}

function invalid(environment: string): string {
  return `\`${environment}\` cannot be compiled until its errors are fixed`;
}

async function lintAndShow(
  io: Io,
  workspace: Workspace,
  environment: string,
  beside?: Beside,
): Promise<LintedWorkspace> {
  const { desired, ...result } = await lintEnvironment(io, workspace, environment, beside);
  const errors = result.diagnostics.filter(({ severity }) => severity === 'error');
  const failure = failureOf(errors);
  if (failure !== undefined && beside?.onErrors !== undefined) beside.onErrors(result);
  else if (failure !== undefined) {
    const { lintPretty } = await import('../../report/findings/lint-pretty.ts');
    const color = wantsColor(io, { color: 'auto' });
    const counts = { error: errors.length, warn: 0, info: 0 };
    const fixable = { safe: 0, unsafe: 0 };
    const shown = { ...result, diagnostics: errors, counts, fixable };
    io.stderr(lintPretty(shown, { color, columns: io.columns }));
  }
  return { desired, diagnostics: result.diagnostics, failure };
}

/** The compiled resources of an environment with all findings; prints nothing. */
export async function lintEnvironment(
  io: Io,
  workspace: Workspace,
  environment: string,
  { ledger, suppressedIn }: Beside = {},
): Promise<LintResult & Pick<LintedWorkspace, 'desired'>> {
  const [{ compileEach }, { lint }, { rules }] = await Promise.all([
    import('../../workspace/compile/compile.ts'),
    import('../../lint/engine/lint.ts'),
    import('../../lint/rules.ts'),
  ]);
  const policies = await checkedPolicies(workspace);
  const compiled = compileEach(workspace, [environment]);
  // A mistake in a test of a lint policy stops no plan: it changes nothing that is deployed.
  const { policyTests: _policies, ...deployed } = workspace;
  const result = lint({
    workspace: deployed,
    compiled,
    ledgers: new Map(ledger === undefined ? [] : [[environment, ledger]]),
    now: io.clock.now(),
    rules,
    policies,
    ...(suppressedIn === undefined ? {} : { suppressedIn }),
  });
  return { ...result, desired: compiled.get(environment)?.desired ?? [] };
}
