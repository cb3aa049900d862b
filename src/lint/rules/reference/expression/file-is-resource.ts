import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'file-is-resource',
  group: 'reference',
  severity: always('error'),
  source: 'expressions',
  isMust: false,
  summary: 'A file is both a resource file and included by `$(file:path)`.',
  why: 'The same file cannot be both a resource and the value of a field.',
  fix: 'none',
  ignorable: false,
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  metadata: $(file:resources/other.yaml)
# file: resources/other.yaml
kind: endpoint
name: b
spec:
  url: https://b.example.com
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  metadata: $(file:notes/other.txt)
# file: notes/other.txt
notes
`,
} satisfies ReportedRule;
