import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'engine',
  id: 'baseline-format',
  group: 'hygiene',
  severity: always('error'),
  source: 'suppressions-and-baselines',
  isMust: false,
  summary: 'The baseline does not have the format that `edgewright baseline create` writes.',
  why: 'Entries that cannot be read hide nothing, so lint reports more than the baseline intends.',
  fix: 'none',
  ignorable: false,
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
# file: edgewright-baseline.json
{
  "version": 1,
  "findings": [
    { "rule": "endpoint-url-scheme", "resource": "endpoint/www", "pointer": "/spec/url" }
  ]
}
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
# file: edgewright-baseline.json
{
  "version": 1,
  "findings": []
}
`,
} satisfies ReportedRule;
