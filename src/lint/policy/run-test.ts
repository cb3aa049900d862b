import type { PolicyTest, PolicyTestResult } from '../../model/policy-test.ts';
import type { Subject } from '../rule.ts';
import type { CheckedPolicy } from './check-policy.ts';
import { fullBudget, judge, type Verdict } from './judge.ts';

/** Judges the resource of a case, and compares the verdict with the one that is expected. */
export function runPolicyTest(
  test: PolicyTest,
  policy: CheckedPolicy,
  resource: Subject,
  environment: string,
): PolicyTestResult {
  const verdict = judge(policy, resource, environment, { steps: fullBudget });
  return { test, failure: differenceOf(test, verdict) };
}

function differenceOf({ expect, message }: PolicyTest, verdict: Verdict): readonly string[] | undefined {
  if (verdict.outcome !== expect) return [`expected ${words[expect]}, but ${became(verdict)}`];
  if (verdict.outcome !== 'fail' || message === undefined || verdict.finding.message === message)
    return undefined;
  return [`expected: ${message}`, `it says:  ${verdict.finding.message}`];
}

const words: Readonly<Record<Verdict['outcome'], string>> = {
  pass: 'to pass',
  fail: 'to fail',
  'not-applicable': 'not to apply',
  error: 'an error',
};

function became(verdict: Verdict): string {
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
