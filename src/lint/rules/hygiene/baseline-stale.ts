import { recommended } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'engine',
  id: 'baseline-stale',
  group: 'hygiene',
  severity: recommended('warn'),
  source: 'house',
  isMust: false,
  summary: 'The baseline holds a finding that is not there any more.',
  why: 'An entry that is left over hides the next mistake of that rule at the same place. `edgewright baseline prune` takes out all of them.',
  fix: 'safe',
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
# file: edgewright-baseline.json
{
  "version": 1,
  "findings": [
    { "rule": "endpoint-url-scheme", "address": "endpoint/www", "pointer": "/spec/url" }
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
