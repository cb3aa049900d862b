import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../domain/specs/values.ts';
import { isWritten } from '../../domain/specs/written.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'tls-edge-no-backend',
  group: 'tls',
  severity: recommended('warn'),
  source: 'house',
  isMust: false,
  summary: 'A TLS edge has no backend.',
  why: 'A TLS edge only forwards what its backend module names (API 1, 2.4); without one, connections are accepted and lead nowhere. Since an edge cannot be updated, this stays so (API 4.7).',
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
  *check(subject, context) {
    const { spec } = subject;
    if (activeModule(spec, 'backend') !== undefined || activeModule(spec, 'traffic_policy') !== undefined)
      return;
    if (spec['backend'] === undefined && isWritten(subject, ['backend'], context)) return;
    const isOff = spec['backend'] !== undefined;
    yield {
      at: isOff ? { path: ['backend', 'enabled'], on: 'entry' } : { path: [], on: 'key' },
      message: isOff
        ? 'the only backend is switched off: traffic leads nowhere'
        : `TLS edge \`${subject.name}\` has no backend`,
      help: 'add `backend: { backend_id: … }`',
    };
  },
} satisfies ResourceRule;
