import { quoted } from '../../../../model/problem.ts';
import type { Adoption } from '../../../../model/workspace.ts';
import { always } from '../../../domain/specs/severity.ts';
import type { WorkspaceRule } from '../../../rule.ts';

export default {
  scope: 'workspace',
  id: 'duplicate-remote-id',
  group: 'reference',
  severity: always('error'),
  source: 'adoption',
  isMust: false,
  summary: 'Two resources adopt the same object, in one environment or in two.',
  why: 'Each apply of one resource would undo the changes of the other.',
  fix: 'none',
  bad: `kind: endpoint
name: a
spec:
  url: https://www.example.com
---
kind: endpoint
name: b
spec:
  url: https://b.example.com
---
kind: https-route
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
adopt: { endpoint/a: ep_2NG, endpoint/b: ep_2NG }
`,
  good: `kind: endpoint
name: a
spec:
  url: https://www.example.com
---
kind: endpoint
name: b
spec:
  url: https://b.example.com
---
kind: https-route
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
adopt: { endpoint/a: ep_2NG, endpoint/b: ep_2NH }
`,
  *check({ environments }) {
    const everywhere = new Map<string, Adopter>();
    for (const { name, adopt } of environments.values()) {
      const here = new Map<string, Adopter>();
      for (const adoption of adopt) {
        const first = here.get(adoption.id) ?? everywhere.get(adoption.id);
        const adopter = { adoption, environment: name };
        here.set(adoption.id, here.get(adoption.id) ?? adopter);
        if (first === undefined || isHandedOn(first, adopter)) continue;
        const isHere = first.environment === name;
        const nameOf = (each: Adopter): string =>
          isHere ? `\`${each.adoption.address}\`` : `\`${each.adoption.address}\` in \`${each.environment}\``;
        yield {
          at: { place: adoption.place },
          message: `${quoted(adoption.id)} is adopted twice: as ${nameOf(first)} and as ${nameOf(adopter)}`,
          help: isHere
            ? 'remove one of the two lines'
            : `remove one of the two lines, or, if \`${name}\` adopts it, write \`{ id: …, from: ${first.environment} }\``,
          related: [{ place: first.adoption.place, label: 'first here' }],
        };
      }
      for (const [id, adopter] of here) everywhere.set(id, everywhere.get(id) ?? adopter);
    }
  },
} satisfies WorkspaceRule;

interface Adopter {
  readonly adoption: Adoption;
  readonly environment: string;
}

/** Whether one of the two adoptions names the other environment as the previous owner. */
function isHandedOn(one: Adopter, other: Adopter): boolean {
  return (
    one.environment !== other.environment &&
    (one.adoption.from === other.environment || other.adoption.from === one.environment)
  );
}
