import { rising } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { isWritten } from '../../domain/specs/written.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'mtls-empty-authorities',
  group: 'tls',
  severity: rising,
  source: 'mutual-tls',
  isMust: false,
  summary: 'Mutual TLS is on without a certificate authority.',
  why: 'Whether an empty list accepts every client certificate or none is not documented.',
  fix: 'none',
  kinds: ['tls-edge'],
  fields: ['mutual_tls'],
  bad: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
  mutual_tls: { certificate_authority_ids: [] }
`,
  good: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
  mutual_tls: { certificate_authority_ids: [certificate-authority/corp] }
`,
  check(subject, report, context) {
    const module = activeModule(subject.spec, 'mutual_tls');
    if (module === undefined) return;
    const path = ['mutual_tls', 'certificate_authority_ids'];
    const ids = module['certificate_authority_ids'];
    const isEmpty = Array.isArray(ids) && ids.length === 0;
    if (!isEmpty && ids !== undefined) return;
    if (isWritten(subject, isEmpty ? [...path, 0] : path, context)) return;
    report({
      at: isEmpty ? { path } : { path: ['mutual_tls'], on: 'key' },
      message: '`mutual_tls` is on, but no certificate authority is named',
      help: 'name one in `certificate_authority_ids`, or take the module out',
    });
  },
} satisfies ResourceRule;
