import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'engine',
  id: 'policy-expression',
  group: 'policy',
  severity: always('error'),
  source: 'DESIGN 4',
  isMust: false,
  summary: 'An expression of a policy cannot be read, or does not fit the fields of the kinds.',
  why: 'A policy that asks for what cannot be there, or compares what can never be equal, guards nothing: it is not run.',
  fix: 'none',
  ignorable: false,
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
# file: edgewright.yaml
version: 1
ledger: { store: file, lineage: 0f1e2d3c4b5a69788796a5b4c3d2e1f0 }
policies:
  has-breaker:
    kinds: [https-route]
    assert: has(spec.circut_breaker)
    message: "{{ name }} has no circuit breaker"
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
# file: edgewright.yaml
version: 1
ledger: { store: file, lineage: 0f1e2d3c4b5a69788796a5b4c3d2e1f0 }
policies:
  has-breaker:
    kinds: [https-route]
    assert: has(spec.circuit_breaker)
    message: "{{ name }} has no circuit breaker"
`,
} satisfies ReportedRule;
