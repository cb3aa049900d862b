import { recommended } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'engine',
  id: 'suppression-without-reason',
  group: 'hygiene',
  severity: recommended('warn'),
  source: 'suppressions-and-baselines',
  isMust: false,
  summary: 'A suppression has no reason.',
  why: 'Without a reason a later reader cannot tell whether the suppression is still needed.',
  fix: 'none',
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: the shop # edgewright-ignore yaml-ambiguous-scalar
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: the shop
`,
} satisfies ReportedRule;
