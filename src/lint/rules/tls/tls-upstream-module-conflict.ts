import { always } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'tls-upstream-module-conflict',
  group: 'tls',
  severity: always('error'),
  source: 'tls-termination',
  isMust: true,
  summary: 'A module that reads the traffic is used where TLS is passed through.',
  why: 'With `terminate_at: upstream` the edge cannot read the traffic, so the API rejects modules that need to.',
  fix: 'none',
  kinds: ['tls-edge'],
  fields: ['tls_termination'],
  bad: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
  mutual_tls: { certificate_authority_ids: [certificate-authority/corp] }
  tls_termination: { terminate_at: upstream }
`,
  good: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
  mutual_tls: { certificate_authority_ids: [certificate-authority/corp] }
  tls_termination: { terminate_at: edge }
`,
  check({ spec }, report) {
    if (activeModule(spec, 'tls_termination')?.['terminate_at'] !== 'upstream') return;
    for (const { name, severity } of needTraffic) {
      if (activeModule(spec, name) === undefined) continue;
      report({
        at: { path: [name], on: 'key' },
        message: `\`${name}\` needs \`terminate_at: edge\`, but TLS is passed through to the upstream`,
        severity,
        related: [
          { path: ['tls_termination', 'terminate_at'], on: 'entry', label: 'TLS is passed through here' },
        ],
        help: `write \`terminate_at: edge\`, or delete \`${name}\``,
      });
    }
  },
} satisfies ResourceRule;

/**
 * The API excludes "most other modules" (docs/api-notes.md, "TLS termination"): an error where the module certainly
 * cannot work, a warning where it probably cannot.
 */
const needTraffic = [
  { name: 'mutual_tls', severity: 'error' },
  { name: 'traffic_policy', severity: 'warn' },
] as const;
