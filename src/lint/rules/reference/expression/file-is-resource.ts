import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'file-is-resource',
  group: 'reference',
  severity: always('error'),
  source: 'DESIGN 2',
  isMust: false,
  summary: 'A resource file is also read as a text.',
  why: 'A file that `$(file:path)` takes is no resource: the same bytes cannot be both.',
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
