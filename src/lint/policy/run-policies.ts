import type { Diagnostic } from '../../model/diagnostic.ts';
import type { PolicyDraft } from '../../model/policy.ts';
import type { Settings } from '../../model/workspace.ts';
import type { ResourceRule } from '../rule.ts';
import { checkParts, checkPolicy, type CheckedPolicy } from './check-policy.ts';
import { evaluatePolicy, shareOf, type PolicyBudget } from './evaluate-policy.ts';
import type { KnownPasses } from './known-passes.ts';

/** The lint policies of a workspace as rules, with the mistakes in invalid ones. */
export interface PolicySet {
  readonly rules: readonly ResourceRule[];
  readonly diagnostics: readonly Diagnostic[];
  readonly checked: readonly CheckedPolicy[];
  /** Whether an evaluation on a resource of the file took steps from a budget. Such a file is evaluated in each run. */
  readonly isExpensive: (path: string) => boolean;
}

/** Checks policies and turns them into rules for one run: evaluation budgets are per run. */
export function checkPolicies(
  { policies, policyDrafts }: Pick<Settings, 'policies' | 'policyDrafts'>,
  environments: readonly string[],
  passes?: KnownPasses,
): PolicySet {
  const checked: CheckedPolicy[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const policy of policies) {
    const result = checkPolicy(policy, environments);
    if ('checked' in result) checked.push(result.checked);
    else diagnostics.push(...result.diagnostics);
  }
  for (const draft of policyDrafts) diagnostics.push(...checkParts(draft, environments).diagnostics);
  const known = new Map<PolicyDraft, CheckedPolicy>(checked.map((one) => [one.policy, one]));
  // An invalid policy keeps its rule id, so that settings and comments that name it are not reported too.
  const run = startRun(policies.length, passes);
  const rules = [...policies, ...policyDrafts].map((policy) => ruleOf(policy, () => known.get(policy), run));
  return { rules, diagnostics, checked, isExpensive: (path) => run.expensive.has(path) };
}

/** The same for policies that an earlier run found valid: each is checked again only when it is first evaluated. */
export function rulesOfValid(
  { policies }: Pick<Settings, 'policies'>,
  environments: readonly string[],
  passes?: KnownPasses,
): PolicySet {
  const run = startRun(policies.length, passes);
  const rules = policies.map((policy) => {
    let checked: CheckedPolicy | undefined;
    const onFirstUse = (): CheckedPolicy | undefined => {
      if (checked !== undefined) return checked;
      const result = checkPolicy(policy, environments);
      return 'checked' in result ? (checked = result.checked) : undefined;
    };
    return ruleOf(policy, onFirstUse, run);
  });
  return { rules, diagnostics: [], checked: [], isExpensive: (path) => run.expensive.has(path) };
}

/** State that the policies of a run share. */
interface PolicyRun {
  /** The budget of each policy. */
  readonly steps: number;
  readonly passes: KnownPasses | undefined;
  /** Paths of files with an evaluation that took steps from a budget, or failed for want of them. */
  readonly expensive: Set<string>;
}

function startRun(policies: number, passes: KnownPasses | undefined): PolicyRun {
  return { steps: shareOf(policies), passes, expensive: new Set() };
}

function ruleOf(
  policy: PolicyDraft,
  checkedOf: () => CheckedPolicy | undefined,
  { steps, passes, expensive }: PolicyRun,
): ResourceRule {
  const id = `policy/${policy.name}`;
  // A budget per policy and environment, so that an expensive policy does not keep others from being evaluated.
  const budgets = new Map<string, PolicyBudget>();
  return {
    scope: 'resource',
    id,
    group: 'policy',
    kinds: policy.kinds,
    severity: { minimal: policy.severity, recommended: policy.severity, strict: policy.severity },
    source: 'lint-policies',
    isMust: false,
    summary: policy.message?.text ?? id,
    why: policy.why ?? `A policy of this workspace: \`edgewright explain ${id}\` shows it.`,
    bad: '',
    good: '',
    fix: 'none',
    ...(policy.suppressible ? {} : { ignorable: false }),
    check(resource, report, { environment }) {
      if (passes?.has(policy.name, resource, environment) === true) return;
      const checked = checkedOf();
      if (checked === undefined) return;
      const budget = budgets.get(environment) ?? { steps };
      budgets.set(environment, budget);
      const before = budget.steps;
      const verdict = evaluatePolicy(checked, resource, environment, budget);
      // An error may come from the budget, and is not reported if the policy is off for this file.
      const isExpensive = budget.steps < before || verdict.outcome === 'error';
      if (isExpensive && resource.document !== undefined) expensive.add(resource.document.source.path);
      if ('finding' in verdict) report(verdict.finding);
      else if (!isExpensive) passes?.add(checked, resource, environment);
    },
  };
}
