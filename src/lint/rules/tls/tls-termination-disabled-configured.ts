import { recommended } from '../../domain/specs/severity.ts';
import { isTree, isGiven } from '../../domain/specs/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'tls-termination-disabled-configured',
  group: 'tls',
  severity: recommended('warn'),
  source: 'house',
  isMust: false,
  summary: 'TLS termination is switched off, yet says how to terminate.',
  why: '`enabled: false` disables the module (API 2.6). What then happens to TLS is not documented, whatever `terminate_at` says.',
  fix: 'none',
  kinds: ['tls-edge'],
  fields: ['tls_termination'],
  bad: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
  tls_termination: { enabled: false, terminate_at: edge }
`,
  good: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
  tls_termination: { terminate_at: edge }
`,
  *check({ spec }) {
    const termination = spec['tls_termination'];
    if (!isTree(termination) || termination['enabled'] !== false) return;
    const configured = ['terminate_at', 'min_version'].filter((name) => isGiven(termination[name]));
    if (configured.length === 0) return;
    yield {
      at: { path: ['tls_termination', 'enabled'], on: 'entry' },
      message: `\`tls_termination\` is switched off, \`${configured.join('` and `')}\` may have no effect`,
      help: 'take `enabled: false` away, or the rest of the module',
      related: configured.map((name) => ({
        path: ['tls_termination', name],
        on: 'entry',
        label: 'not applied',
      })),
    };
  },
} satisfies ResourceRule;
