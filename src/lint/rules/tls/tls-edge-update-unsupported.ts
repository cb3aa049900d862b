import { differences } from '../../../derive/differences.ts';
import { keep } from '../../../derive/kept.ts';
import { dotted } from '../../../derive/pointer.ts';
import { kinds } from '../../../kinds/index.ts';
import { recommended } from '../../domain/severity.ts';
import type { CrossRule } from '../../rule.ts';

export default {
  scope: 'environment',
  id: 'tls-edge-update-unsupported',
  group: 'tls',
  severity: recommended('info'),
  source: 'inferred from API 4.7',
  isMust: false,
  summary: 'A TLS edge that exists would have to change, which the API cannot do.',
  why: 'Update and delete of TLS edges are not part of this API (API 4.7): the plan will block this. Change it in the dashboard, or write a second edge, move the traffic and remove the first.',
  fix: 'none',
  bad: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
  description: holds orders
`,
  good: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
`,
  *check(resources, { ledger }) {
    for (const { kind, address, spec } of resources) {
      const applied = ledger?.resources[address]?.applied;
      if (kind !== 'tls-edge' || applied === undefined) continue;
      const now = keep(spec, () => undefined);
      const changed = differences(kinds[kind].fields, applied, now, () => undefined);
      const [first] = changed;
      if (first === undefined) continue;
      const others = changed.length > 1 ? ` and ${changed.length - 1} more` : '';
      yield {
        of: address,
        at: first.after === undefined ? { path: first.path.slice(0, 1), on: 'key' } : { path: first.path },
        message: `\`${address}\` exists: the API cannot change \`${dotted(first.path)}\`${others}`,
      };
    }
  },
} satisfies CrossRule;
