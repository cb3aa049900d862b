import { recommended } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'document-empty',
  group: 'structure',
  severity: recommended('warn'),
  source: 'house',
  isMust: false,
  summary: 'A file or document is empty.',
  why: 'An empty document manages nothing: a file that was to be filled, or a `---` too many.',
  fix: 'none',
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
---
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
`,
} satisfies ReportedRule;
