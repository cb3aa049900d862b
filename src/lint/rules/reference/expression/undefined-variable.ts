import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'compiler',
  id: 'undefined-variable',
  group: 'reference',
  severity: always('error'),
  source: 'DESIGN 2',
  isMust: false,
  summary: 'A variable is used that the environment does not have.',
  why: '`$(name)` takes the value of a variable of the environment; one that is not there leaves the field out.',
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
