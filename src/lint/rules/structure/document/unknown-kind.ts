import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'unknown-kind',
  group: 'structure',
  severity: always('error'),
  source: 'edgewright-file-format',
  isMust: false,
  summary: 'The kind of a document is missing or unknown.',
  why: 'Without a valid `kind` the document cannot be read, and `plan` and `apply` stop.',
  fix: 'unsafe',
  ignorable: false,
  bad: `kind: endpiont
name: www
spec:
  url: https://www.example.com
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
`,
} satisfies ReportedRule;
