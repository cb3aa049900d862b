import type { CompiledResource } from '../../model/desired.ts';
import { type UserError, usageError } from '../../model/errors.ts';
import type { GitFile } from '../../model/io.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import { InvalidFiles } from '../../model/lint/invalid-files.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { failureOf } from '../session/ledger/failure-of.ts';
import type { Run } from '../session/run.ts';
import { checkedPolicies } from '../session/workspace/policies-of.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { wantsColor } from '../cli/terminal.ts';

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

/** Findings of any severity, and the compiled resources, which must not be used if there are errors. */
interface LintedEnvironment extends LintResult {
  readonly desired: readonly CompiledResource[];
}

interface Beside {
  /** The tests are run, and may be sent. */
  readonly mayBeSent?: true;
  readonly ledger?: LedgerState;
  /** Tells the suppressed errors that the comments and the baseline of this workspace would not hide. */
  readonly suppressedIn?: Workspace | undefined;
}

interface LintedRun extends Pick<Run, 'io' | 'workspace'> {
  readonly environment: Pick<Run['environment'], 'name'>;
}

/** Mistakes in what `test --send` would send, which it refuses itself: they change nothing that is deployed. */
const onlyOfSending: ReadonlySet<string> = new Set(['test-foreign-host', 'test-secret-in-clear']);

/** Lint for commands that need valid files. Throws `InvalidFiles` if there are errors. */
export async function lintForEnvironment(run: LintedRun, beside: Beside = {}): Promise<LintedEnvironment> {
  const { io, environment } = run;
  const result = await lintEnvironment(run, beside);
  const errors = result.diagnostics.filter(
    ({ severity, rule }) => severity === 'error' && (beside.mayBeSent === true || !onlyOfSending.has(rule)),
  );
  const exitCode = failureOf(errors);
  if (exitCode === undefined) return result;
  const { lintPretty } = await import('../../report/findings/lint-pretty.ts');
  const counts = { error: errors.length, warn: 0, info: 0 };
  const shown = { ...result, diagnostics: errors, counts, fixable: { safe: 0, unsafe: 0 } };
  const color = wantsColor(io, { color: 'auto' });
  const findings = lintPretty(shown, { color, columns: io.columns });
  throw new InvalidFiles(exitCode, environment.name, { result, findings });
}

/** The compiled resources of an environment with all findings; prints nothing. */
export async function lintEnvironment(
  { io, workspace, environment: { name: environment } }: LintedRun,
  { ledger, suppressedIn }: Beside = {},
): Promise<LintedEnvironment> {
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
    ...withoutUndefined({ suppressedIn }),
  });
  return { ...result, desired: compiled.get(environment)?.desired ?? [] };
}
