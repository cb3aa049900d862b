import type { LintInput } from '../../lint/engine/lint-run.ts';
import type { CompileResult } from '../../model/desired.ts';
import type { Io } from '../../model/io.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import type { Base } from '../../lint/rule.ts';
import { ledgersAtHand } from '../session/ledger/ledgers-at-hand.ts';
import { routesElsewhere } from '../session/workspace/routes-elsewhere.ts';
import { environmentsToLint } from '../session/workspace/choose-environments.ts';
import { checkedPolicies } from '../session/workspace/policies-of.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { ruleSettings } from '../session/workspace/rule-settings.ts';

interface Checks {
  readonly env?: readonly string[] | undefined;
  /** `id=severity`. */
  readonly rule?: readonly string[] | undefined;
  readonly now?: Date | undefined;
  readonly baseline: boolean;
  readonly newOnly?: boolean | undefined;
}

/** The part of a workspace that is linted. `files` limits the files whose findings are reported; empty: all. */
export interface LintScope {
  readonly files: readonly string[];
  readonly checks: Checks;
  readonly base?: Base | undefined;
}

/** Lints a whole workspace in the chosen environments. */
export async function lintAll(
  io: Io,
  workspace: Workspace,
  { files, checks, base }: LintScope,
): Promise<LintResult> {
  const [{ compileEach }, { lint }, { rules }, { chosenFiles, lintedFiles }] = await Promise.all([
    import('../../workspace/compile/compile.ts'),
    import('../../lint/engine/lint.ts'),
    import('../../lint/rules.ts'),
    import('./chosen-files.ts'),
  ]);
  const environments = environmentsToLint(workspace, checks.env);
  const policies = await checkedPolicies(workspace);
  const chosen = files.length === 0 ? undefined : chosenFiles(io, workspace, files, lintedFiles(workspace));
  const names = environments.map(({ name }) => name);
  const compiled = compileEach(workspace, names);
  return lint({
    workspace,
    compiled,
    unchecked: await uncheckedIn(io, workspace, compiled),
    ledgers: await ledgersAtHand(io, workspace, environments),
    now: checks.now ?? io.clock.now(),
    rules,
    policies,
    overriding: ruleSettings(checks.rule, [...rules, ...policies.rules]),
    baseline: !checks.baseline ? 'ignore' : checks.newOnly === true ? 'new-only' : 'hold',
    ...withoutUndefined({ files: chosen, base }),
  });
}

/** The environments that were not chosen: a route of a chosen one may take URLs from one of theirs. */
async function uncheckedIn(
  io: Io,
  workspace: Workspace,
  compiled: ReadonlyMap<string, CompileResult>,
): Promise<NonNullable<LintInput['unchecked']>> {
  const unchecked = [...workspace.environments.values()].filter(({ name }) => !compiled.has(name));
  const routes = [...compiled.values()].flatMap(({ desired }) =>
    desired.filter(({ kind }) => kind === 'https-route'),
  );
  if (unchecked.length === 0 || routes.length === 0) return [];
  const names = unchecked.map(({ name }) => name);
  const [ledgers, elsewhere] = await Promise.all([
    ledgersAtHand(io, workspace, unchecked),
    routesElsewhere(workspace, routes, names),
  ]);
  return names.map((name) => ({
    name,
    resources: elsewhere.get(name) ?? [],
    ledger: ledgers.get(name),
  }));
}
