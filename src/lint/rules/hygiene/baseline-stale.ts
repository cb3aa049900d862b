import { recommended } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'engine',
  id: 'baseline-stale',
  group: 'hygiene',
  severity: recommended('warn'),
  source: 'suppressions-and-baselines',
  isMust: false,
  summary: 'The baseline has an entry that no longer matches a finding.',
  why: 'A stale entry hides the next mistake of that rule at the same place; `edgewright baseline prune` removes all of them.',
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
