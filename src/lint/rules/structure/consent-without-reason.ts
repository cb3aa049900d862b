import { always } from '../../domain/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'consent-without-reason',
  group: 'structure',
  severity: always('error'),
  source: 'DESIGN 2',
  isMust: false,
  summary: 'A consent gives no reason.',
  why: 'A consent lets a schedule do what would need a person: who reads it later must know why.',
  fix: 'none',
  bad: `kind: consent
allow: exposure
address: https-route/docs
environment: production
change: 4f1c09
`,
  good: `kind: consent
allow: exposure
address: https-route/docs
environment: production
change: 4f1c09
reason: docs go public, SEC-412
`,
} satisfies ReportedRule;
