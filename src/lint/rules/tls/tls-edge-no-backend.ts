import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { isWritten } from '../../domain/specs/written.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'tls-edge-no-backend',
  group: 'tls',
  severity: recommended('warn'),
  source: 'tls-edges',
  isMust: false,
  summary: 'A TLS edge has no backend.',
  why: 'Connections are accepted and lead nowhere, and a TLS edge cannot be updated through the API.',
  fix: 'none',
  kinds: ['tls-edge'],
  bad: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
`,
  good: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
`,
  check(subject, report, context) {
    const { spec } = subject;
    if (activeModule(spec, 'backend') !== undefined || activeModule(spec, 'traffic_policy') !== undefined)
      return;
    if (spec['backend'] === undefined && isWritten(subject, ['backend'], context)) return;
    const isOff = spec['backend'] !== undefined;
    report({
      at: isOff ? { path: ['backend', 'enabled'], on: 'entry' } : { path: [], on: 'key' },
      message: isOff
        ? 'the only backend is disabled: connections fail'
        : `TLS edge \`${subject.name}\` has no backend`,
      help: 'add `backend: { backend_id: … }`',
    });
  },
} satisfies ResourceRule;
