import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'yaml-undefined-alias',
  group: 'yaml',
  severity: always('error'),
  source: 'yaml',
  isMust: false,
  summary: 'An alias has no anchor.',
  why: 'An alias copies the value of an anchor declared earlier in the document; without the anchor the alias has no value.',
  isEvident: true,
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
