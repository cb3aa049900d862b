import { always } from '../domain/specs/severity.ts';
import { reportedRules } from '../rule-group.ts';
import { besideFiles, onEndpoint } from '../rule-examples.ts';

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
      bad: besideFiles(onEndpoint(), {
        'edgewright.yaml': `
          version: 1
          policies:
            has-breaker:
              kinds: [https-route]
              assert: has(spec.circut_breaker)
              message: "{{ name }} has no circuit breaker"`,
      }),
      good: besideFiles(onEndpoint(), {
        'edgewright.yaml': `
          version: 1
          policies:
            has-breaker:
              kinds: [https-route]
              assert: has(spec.circuit_breaker)
              message: "{{ name }} has no circuit breaker"`,
      }),
    },
  },
);
