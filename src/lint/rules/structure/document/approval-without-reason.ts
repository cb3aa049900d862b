import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'approval-without-reason',
  group: 'structure',
  severity: always('error'),
  source: 'approvals-and-removals',
  isMust: false,
  summary: 'An approval has no reason.',
  why: 'An approval replaces the decision of a person, and a later reader must be able to see why.',
  fix: 'none',
  bad: `kind: approval
allow: exposure
address: https-route/docs
environment: production
change: 4f1c0903b1d24e0f9a7c55d0c8e1b2f3
`,
  good: `kind: approval
allow: exposure
address: https-route/docs
environment: production
change: 4f1c0903b1d24e0f9a7c55d0c8e1b2f3
reason: docs go public, SEC-412
`,
} satisfies ReportedRule;
