import type { Diagnostic } from '../../model/diagnostic.ts';
import type { PolicyDraft } from '../../model/policy/policy.ts';
import type { Settings } from '../../model/workspace.ts';
import type { ResourceRule } from '../rule.ts';
import { checkDraft, checkPolicy, type CheckedPolicy } from './check-policy.ts';
import { evaluatePolicy, shareOf, type PolicyBudget } from './evaluate-policy.ts';

/** The policies of a workspace as lint takes them: rules for a run, and what is wrong with those that are none. */
export interface PolicySet {
  readonly rules: readonly ResourceRule[];
  readonly diagnostics: readonly Diagnostic[];
  readonly checked: readonly CheckedPolicy[];
}

/** What a policy is called among the rules. */
export function policyId({ name }: PolicyDraft): string {
  return `policy/${name}`;
}

/** Checks policies and makes rules of them, for one run: what it may cost is counted. */
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
  for (const draft of policyDrafts) diagnostics.push(...checkDraft(draft, environments));
  const known = new Map<PolicyDraft, CheckedPolicy>(checked.map((one) => [one.policy, one]));
  // A policy with a mistake keeps its name: settings and comments that speak of it are not wrong as well.
  const rules = [...policies, ...policyDrafts].map((policy) =>
    ruleOf(policy, known.get(policy), shareOf(policies.length)),
  );
  return { rules, diagnostics, checked };
}

function ruleOf(policy: PolicyDraft, checked: CheckedPolicy | undefined, steps: number): ResourceRule {
  const id = policyId(policy);
  // Each policy has its own: what one costs keeps no other from being checked.
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
      if (checked === undefined) return;
      const budget = budgets.get(environment) ?? { steps };
      budgets.set(environment, budget);
      const verdict = evaluatePolicy(checked, resource, environment, budget);
      if ('finding' in verdict) yield verdict.finding;
    },
  };
}
