import { always } from '../domain/specs/severity.ts';
import { reportedRules } from '../rule-group.ts';
import { onEndpoint, inside, withSettings } from '../rule-examples.ts';

export const ownPolicyRules = reportedRules(
  { group: 'policy', source: 'lint-policies', by: 'engine' },
  {
    'policy-expression': {
      severity: always('error'),
      summary: 'The expression of a lint policy is invalid, or does not fit the fields of its kinds.',
      why: 'A policy that cannot be evaluated checks nothing, so lint does not run it.',
      isEvident: true,
      fix: 'unsafe',
      ignorable: false,
      bad: withAssertion('has(spec.circut_breaker)'),
      good: withAssertion('has(spec.circuit_breaker)'),
    },
  },
);

function withAssertion(assertion: string): string {
  const lines = [
    'kinds: [https-route]',
    `assert: ${assertion}`,
    'message: "{{ name }} has no circuit breaker"',
  ];
  return withSettings(onEndpoint(), inside('policies.has-breaker', ...lines));
}
