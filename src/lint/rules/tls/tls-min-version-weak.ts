import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'tls-min-version-weak',
  group: 'tls',
  severity: recommended('warn'),
  source: 'tls-termination',
  standard: 'RFC 8996',
  isMust: false,
  summary: 'The minimum TLS version is deprecated.',
  why: 'Clients can connect with TLS 1.0 or 1.1, whose handshakes depend on SHA-1, a hash function that attackers can break.',
  fix: 'unsafe',
  kinds: ['tls-edge'],
  fields: ['tls_termination'],
  bad: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
  tls_termination: { terminate_at: edge, min_version: "1.0" }
`,
  good: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
  tls_termination: { terminate_at: edge, min_version: "1.2" }
`,
  check({ spec }, report) {
    const version = activeModule(spec, 'tls_termination')?.['min_version'];
    if (version !== '1.0' && version !== '1.1') return;
    const path = ['tls_termination', 'min_version'];
    report({
      at: { path },
      message: `TLS ${version} is deprecated: RFC 8996 forbids it`,
      fix: {
        safety: 'unsafe',
        title: 'write `"1.2"`, which all current clients support, or `"1.3"` if no older client connects',
        changes: [{ replace: path, with: '1.2' }],
      },
    });
  },
} satisfies ResourceRule;
