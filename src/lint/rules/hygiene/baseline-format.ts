import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'engine',
  id: 'baseline-format',
  group: 'hygiene',
  severity: always('error'),
  source: 'house',
  isMust: false,
  summary: 'The baseline is not written as `edgewright baseline create` writes it.',
  why: 'What cannot be read, or may not be put off, is not held: the baseline would do less than it says.',
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
