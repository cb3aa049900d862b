import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'yaml-undefined-alias',
  group: 'yaml',
  severity: always('error'),
  source: 'YAML 1.2, 3.2.2.2',
  isMust: false,
  summary: 'An alias names an anchor that is not there.',
  why: 'An alias stands for an anchor that precedes it in the same document (YAML 1.2, 3.2.2.2).',
  fix: 'none',
  ignorable: false,
  bad: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
  tls_termination: { terminate_at: edge, min_version: *version }
`,
  good: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
  tls_termination: { terminate_at: edge, min_version: "1.2" }
`,
} satisfies ReportedRule;
