import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'yaml-scalar-type',
  group: 'yaml',
  severity: always('error'),
  source: 'API 2',
  isMust: true,
  summary: 'A number or boolean stands where text is needed.',
  why: 'The API takes a string here (API 2); without quotes YAML makes a number or a boolean of it, and 1.0 becomes 1.',
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
