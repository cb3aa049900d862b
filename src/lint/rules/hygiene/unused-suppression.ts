import { recommended } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'engine',
  id: 'unused-suppression',
  group: 'hygiene',
  severity: recommended('warn'),
  source: 'suppressions-and-baselines',
  isMust: false,
  summary: 'A suppression hides no finding.',
  why: 'A leftover suppression hides the next mistake at the same place.',
  fix: 'safe',
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: the shop # edgewright-ignore yaml-ambiguous-scalar: it is a word
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: the shop
`,
} satisfies ReportedRule;
