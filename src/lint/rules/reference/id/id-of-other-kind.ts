import { quoted } from '../../../../model/problem.ts';
import { idHelp, oneOf, otherKind } from '../../../domain/specs/id-kind.ts';
import { idReferences } from '../../../domain/specs/references.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import type { ResourceRule } from '../../../rule.ts';

export default {
  scope: 'resource',
  id: 'id-of-other-kind',
  group: 'reference',
  severity: recommended('warn'),
  source: 'ids-and-references',
  isMust: false,
  summary: 'An id has the prefix of a different kind.',
  why: 'The ids of a kind share a prefix, and the API rejects an id of a different kind.',
  fix: 'none',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: ipp_2Ef }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: bkdhr_2Cd }
`,
  check(subject, report, { workspace, environment }) {
    const named = workspace?.environments.get(environment)?.ids;
    for (const { path, id, target } of idReferences(subject)) {
      const other = otherKind(id, target);
      // Ids with a name are checked where they are named; the edge of a route is checked by another rule.
      if (target === 'https-edge') continue;
      if (other === undefined || [...(named?.values() ?? [])].some((one) => one.id === id)) continue;
      report({
        at: { path },
        message: `${quoted(id)} looks like the id of ${oneOf(other.kind)}, not of ${oneOf(target)}`,
        help: `${idHelp(target)}, or a name from \`ids:\`, such as \`${target}/main\``,
      });
    }
  },
} satisfies ResourceRule;
