import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Policy } from '../../model/policy.ts';
import type { ResourceRule } from '../rule.ts';
import { checkPolicy, type CheckedPolicy } from './check-policy.ts';
import { fullBudget, judge, type Budget } from './judge.ts';

/** The policies of a workspace as lint takes them: rules for a run, and what is wrong with those that are none. */
export interface PolicySet {
  readonly rules: readonly ResourceRule[];
  readonly diagnostics: readonly Diagnostic[];
  readonly checked: readonly CheckedPolicy[];
}

/** What a policy is called among the rules. */
export function policyId({ name }: Policy): string {
  return `policy/${name}`;
}

/** Checks policies and makes rules of them, for one run: what it may cost is counted. */
export function checkPolicies(policies: readonly Policy[], environments: readonly string[]): PolicySet {
  const checked: CheckedPolicy[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const policy of policies) {
    const result = checkPolicy(policy, environments);
    if ('checked' in result) checked.push(result.checked);
    else diagnostics.push(...result.diagnostics);
  }
  // A policy with a mistake keeps its name: settings and comments that speak of it are not wrong as well.
  const rules = policies.map((policy) =>
    ruleOf(
      policy,
      checked.find((one) => one.policy === policy),
    ),
  );
  return { rules, diagnostics, checked };
}

function ruleOf(policy: Policy, checked: CheckedPolicy | undefined): ResourceRule {
  const id = policyId(policy);
  const budgets = new Map<string, Budget>();
  return {
    scope: 'resource',
    id,
    group: 'policy',
    kinds: policy.kinds,
    severity: { minimal: policy.severity, recommended: policy.severity, strict: policy.severity },
    source: 'edgewright.yaml',
    isMust: false,
    summary: policy.message.text,
    why: policy.why ?? `A policy of this workspace: \`edgewright explain ${id}\` shows it.`,
    bad: '',
    good: '',
    fix: 'none',
    *check(resource, { environment }) {
      if (checked === undefined) return;
      const budget = budgets.get(environment) ?? { steps: fullBudget };
      budgets.set(environment, budget);
      const verdict = judge(checked, resource, environment, budget);
      if ('finding' in verdict) yield verdict.finding;
    },
  };
}
