import { quoted } from '../../../../model/problem.ts';
import type { Place } from '../../../../model/document.ts';
import { kindOfAddress } from '../../../../kinds/index.ts';
import { idHelp, oneOf, otherKind, type IdKind } from '../../../domain/specs/id-kind.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import type { Finding, WorkspaceRule } from '../../../rule.ts';

export default {
  scope: 'workspace',
  id: 'named-id-kind',
  group: 'reference',
  severity: recommended('warn'),
  source: 'ids-and-references',
  isMust: false,
  summary: 'A name in an environment has an id with the prefix of a different kind.',
  why: 'The ids of a kind share a prefix, and the API rejects an id of a different kind.',
  fix: 'none',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
# file: environments/production.yaml
ids:
  https-edge/main: edghts_2NA
  backend/shop: ipp_2NC
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
# file: environments/production.yaml
ids:
  https-edge/main: edghts_2NA
  backend/shop: bkdhr_2NC
`,
  *check({ environments }) {
    for (const { ids, adopt } of environments.values()) {
      for (const { name, target, id, place } of ids.values()) {
        // Edges are checked by another rule.
        if (target !== 'https-edge') yield* checked(name, id, target, place);
      }
      for (const { address, id, place } of adopt) {
        const kind = kindOfAddress(address);
        // Endpoints are checked by another rule, as an error.
        if (kind !== 'endpoint') yield* checked(address, id, kind, place);
      }
    }
  },
} satisfies WorkspaceRule;

function* checked(name: string, id: string, kind: IdKind, place: Place): Iterable<Finding> {
  const other = otherKind(id, kind);
  if (other === undefined) return;
  yield {
    at: { place },
    message: `the id of ${quoted(name)} looks like the id of ${oneOf(other.kind)}, not of ${oneOf(kind)}`,
    help: idHelp(kind),
  };
}
