import type { Diagnostic } from '../../model/diagnostic.ts';
import type { PolicyDraft } from '../../model/policy/policy.ts';
import type { Settings } from '../../model/workspace.ts';
import type { ResourceRule } from '../rule.ts';
import { checkDraft, checkPolicy, type CheckedPolicy } from './check-policy.ts';
import { evaluatePolicy, shareOf, type PolicyBudget } from './evaluate-policy.ts';
import type { KnownPasses } from './known-passes.ts';

/** The lint policies of a workspace as rules, with the mistakes in invalid ones. */
export interface PolicySet {
  readonly rules: readonly ResourceRule[];
  readonly diagnostics: readonly Diagnostic[];
  readonly checked: readonly CheckedPolicy[];
}

/** The rule id of a policy. */
export function policyId({ name }: PolicyDraft): string {
  return `policy/${name}`;
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
  for (const draft of policyDrafts) diagnostics.push(...checkDraft(draft, environments));
  const known = new Map<PolicyDraft, CheckedPolicy>(checked.map((one) => [one.policy, one]));
  // An invalid policy keeps its rule id, so that settings and comments that name it are not reported too.
  const rules = [...policies, ...policyDrafts].map((policy) =>
    ruleOf(policy, () => known.get(policy), shareOf(policies.length), passes),
  );
  return { rules, diagnostics, checked };
}

/** The same for policies that an earlier run found valid: each is checked again only when it is first evaluated. */
export function rulesOfValid(
  { policies }: Pick<Settings, 'policies'>,
  environments: readonly string[],
  passes?: KnownPasses,
): PolicySet {
  const rules = policies.map((policy) => {
    let checked: CheckedPolicy | undefined;
    const onFirstUse = (): CheckedPolicy | undefined => {
      if (checked !== undefined) return checked;
      const result = checkPolicy(policy, environments);
      return 'checked' in result ? (checked = result.checked) : undefined;
    };
    return ruleOf(policy, onFirstUse, shareOf(policies.length), passes);
  });
  return { rules, diagnostics: [], checked: [] };
}

/** An evaluation with more steps is repeated in each run, so that its budget is used up in each. */
const fewSteps = 1_000;

function ruleOf(
  policy: PolicyDraft,
  checkedOf: () => CheckedPolicy | undefined,
  steps: number,
  passes: KnownPasses | undefined,
): ResourceRule {
  const id = policyId(policy);
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
    *check(resource, { environment }) {
      if (passes?.has(policy.name, resource, environment) === true) return;
      const checked = checkedOf();
      if (checked === undefined) return;
      const budget = budgets.get(environment) ?? { steps };
      budgets.set(environment, budget);
      const before = budget.steps;
      const verdict = evaluatePolicy(checked, resource, environment, budget);
      if ('finding' in verdict) yield verdict.finding;
      else if (before - budget.steps <= fewSteps) passes?.add(checked, resource, environment);
    },
  };
}
