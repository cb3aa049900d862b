import { quoted } from '../../../../model/problem.ts';
import { nameables } from '../../../../kinds/references.ts';
import { oneOf, otherKind } from '../../../domain/specs/id-kind.ts';
import { idReferences } from '../../../domain/specs/references.ts';
import { strictOnly } from '../../../domain/specs/severity.ts';
import type { ResourceRule } from '../../../rule.ts';

export default {
  scope: 'resource',
  id: 'id-prefix',
  group: 'reference',
  severity: strictOnly('info'),
  source: 'ids-and-references',
  isMust: false,
  summary: 'An id does not have the usual prefix of its kind.',
  why: 'The ids of a kind were seen to share a prefix, so an id with a different prefix may belong to something else.',
  fix: 'none',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: shop-backend }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: bkdhr_2Cd }
`,
  check(subject, report) {
    for (const { path, id, target } of idReferences(subject)) {
      const nameable = nameables[target];
      if (nameable === undefined || id === '' || nameable.idPrefixes.some((prefix) => id.startsWith(prefix)))
        continue;
      // `id-of-other-kind` reports ids of a different kind.
      if (otherKind(id, target) !== undefined) continue;
      report({
        at: { path },
        message: `${quoted(id)} does not look like the id of ${oneOf(target)}`,
        help: `such ids begin with \`${nameable.idPrefixes[0] ?? ''}\``,
      });
    }
  },
} satisfies ResourceRule;
