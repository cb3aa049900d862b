import { recommended } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'engine',
  id: 'suppression-without-reason',
  group: 'hygiene',
  severity: recommended('warn'),
  source: 'house',
  isMust: false,
  summary: 'A comment hides findings without saying why.',
  why: 'Whoever meets it later must know whether it still holds: a reason is part of the comment, and `<reason>` or `todo` is none.',
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
