import { always } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'tls-min-version-with-upstream',
  group: 'tls',
  severity: always('error'),
  source: 'tls-termination',
  isMust: true,
  summary: 'A minimum TLS version is set where TLS is passed through.',
  why: 'The TLS handshake happens at the upstream, so the API rejects a `min_version` for the edge.',
  fix: 'safe',
  kinds: ['tls-edge'],
  fields: ['tls_termination'],
  bad: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
  tls_termination:
    terminate_at: upstream
    min_version: "1.2"
`,
  good: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
  tls_termination:
    terminate_at: upstream
`,
  check({ spec }, report) {
    const termination = activeModule(spec, 'tls_termination');
    if (termination?.['terminate_at'] !== 'upstream' || typeof termination['min_version'] !== 'string')
      return;
    const path = ['tls_termination', 'min_version'];
    report({
      at: { path, on: 'entry' },
      message: '`min_version` must not be set when `terminate_at` is `upstream`',
      label: 'has no effect; the API requires null',
      related: [
        { path: ['tls_termination', 'terminate_at'], on: 'entry', label: 'TLS is passed through here' },
      ],
      fix: { safety: 'safe', title: 'delete `min_version`', changes: [{ remove: path }] },
    });
  },
} satisfies ResourceRule;
