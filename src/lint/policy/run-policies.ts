import type { Diagnostic } from '../../model/diagnostic.ts';
import type { PolicyDraft } from '../../model/policy.ts';
import type { Settings } from '../../model/workspace/settings.ts';
import type { ResourceRule } from '../rule.ts';
import { checkParts, checkPolicy, type CheckedPolicy } from './check-policy.ts';
import { evaluatePolicy, shareOf, type PolicyBudget } from './evaluate-policy.ts';

/** The lint policies of a workspace as rules, with the mistakes in invalid ones. */
export interface PolicySet {
  readonly rules: readonly ResourceRule[];
  readonly diagnostics: readonly Diagnostic[];
  readonly checked: readonly CheckedPolicy[];
}

/** Checks policies and turns them into rules for one run: evaluation budgets are per run. */
export function checkPolicies(
  { policies, policyDrafts }: Pick<Settings, 'policies' | 'policyDrafts'>,
  environments: readonly string[],
): PolicySet {
  const checked: CheckedPolicy[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const policy of policies) {
    const result = checkPolicy(policy, environments);
    if ('checked' in result) checked.push(result.checked);
    else diagnostics.push(...result.diagnostics);
  }
  for (const draft of policyDrafts) diagnostics.push(...checkParts(draft, environments).diagnostics);
  const known = new Map<PolicyDraft, CheckedPolicy>(
    checked.map((checkedPolicy) => [checkedPolicy.policy, checkedPolicy]),
  );
  // An invalid policy keeps its rule id, so that settings and comments that name it are not reported too.
  const steps = shareOf(policies.length);
  const rules = [...policies, ...policyDrafts].map((policy) => ruleOf(policy, known.get(policy), steps));
  return { rules, diagnostics, checked };
}

function ruleOf(policy: PolicyDraft, checked: CheckedPolicy | undefined, steps: number): ResourceRule {
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
      if (checked === undefined) return;
      const budget = budgets.get(environment) ?? { steps };
      budgets.set(environment, budget);
      const verdict = evaluatePolicy(checked, resource, environment, budget);
      if ('finding' in verdict) report(verdict.finding);
    },
  };
}
