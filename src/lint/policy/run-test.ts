import type { PolicyTest, PolicyTestResult } from '../../model/policy/policy-test.ts';
import type { Subject } from '../rule.ts';
import type { CheckedPolicy } from './check-policy.ts';
import { fullPolicyBudget, evaluatePolicy, type PolicyVerdict } from './evaluate-policy.ts';

/** Evaluates a policy on the resource of a test case, and compares the result with the expected one. */
export function runPolicyTest(
  test: PolicyTest,
  policy: CheckedPolicy,
  resource: Subject,
  environment: string,
): PolicyTestResult {
  const verdict = evaluatePolicy(policy, resource, environment, { steps: fullPolicyBudget });
  return { test, failure: differenceOf(test, verdict) };
}

function differenceOf(
  { expect, message }: PolicyTest,
  verdict: PolicyVerdict,
): readonly string[] | undefined {
  if (verdict.outcome !== expect) return [`expected ${words[expect]}, but ${became(verdict)}`];
  if (verdict.outcome !== 'fail' || message === undefined || verdict.finding.message === message)
    return undefined;
  return [`expected: ${message}`, `it says:  ${verdict.finding.message}`];
}

const words: Readonly<Record<PolicyVerdict['outcome'], string>> = {
  pass: 'to pass',
  fail: 'to fail',
  'not-applicable': 'not to apply',
  error: 'an error',
};

function became(verdict: PolicyVerdict): string {
  switch (verdict.outcome) {
    case 'pass':
      return 'it passes';
    case 'not-applicable':
      return 'it does not apply';
    case 'fail':
      return `it fails: ${verdict.finding.message}`;
    case 'error':
      return verdict.finding.message;
  }
}
