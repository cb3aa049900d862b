import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'yaml-scalar-type',
  group: 'yaml',
  severity: always('error'),
  source: 'types-and-fields',
  isMust: true,
  summary: 'A number or boolean is used where a string is required.',
  why: 'The API takes a string; without quotes YAML reads a number or a boolean, and `1.0` becomes `1`.',
  fix: 'safe',
  bad: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
  tls_termination: { terminate_at: edge, min_version: 1.2 }
`,
  good: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
  tls_termination: { terminate_at: edge, min_version: "1.2" }
`,
} satisfies ReportedRule;
