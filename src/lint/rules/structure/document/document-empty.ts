import { recommended } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'document-empty',
  group: 'structure',
  severity: recommended('warn'),
  source: 'edgewright-file-format',
  isMust: false,
  summary: 'A file or document is empty.',
  why: 'An empty document declares nothing: its content is missing, or a `---` is left over.',
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
