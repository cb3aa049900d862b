import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'compiler',
  id: 'undefined-variable',
  group: 'reference',
  severity: always('error'),
  source: 'expressions',
  isMust: false,
  summary: 'A variable is not declared in the environment.',
  why: '`$(name)` has no value in the environment, so the resource cannot be compiled.',
  isEvident: true,
  fix: 'unsafe',
  ignorable: false,
  bad: `kind: endpoint
name: www
spec:
  url: https://www.$(domian)
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.$(domain)
`,
} satisfies ReportedRule;
