import { placeOf } from '../../../../edit/tree.ts';
import type { Related } from '../../../../model/diagnostic.ts';
import type { Address, Named, ResourceHead } from '../../../../model/workspace.ts';
import { always } from '../../../domain/specs/severity.ts';
import type { WorkspaceRule } from '../../../rule.ts';

export default {
  scope: 'workspace',
  id: 'ref-cycle',
  group: 'reference',
  severity: always('error'),
  source: 'edgewright-file-format',
  isMust: false,
  summary: 'Former names refer to each other in a circle.',
  why: 'With circular former names, objects would be mistaken for each other.',
  fix: 'none',
  bad: `kind: endpoint
name: www
formerly: [web]
spec:
  url: https://www.example.com
---
kind: endpoint
name: web
formerly: [www]
spec:
  url: https://web.example.com
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
---
kind: endpoint
name: web
formerly: [site]
spec:
  url: https://web.example.com
`,
  *check({ resources }) {
    const renamed = resources.filter(({ formerly }) => formerly.length > 0);
    const byAddress = new Map(renamed.map((one) => [one.address, one]));
    const told = new Set<Address>();
    for (const resource of renamed) {
      for (const former of resource.formerly) {
        const circle = circleFrom(resource, former, byAddress);
        // An empty cycle means that the former name is the resource's own name, which restores a retired object.
        if (circle === undefined || circle.length === 0 || told.has(resource.address)) continue;
        for (const { address } of [resource, ...circle]) told.add(address);
        yield {
          at: { place: placeOf(resource.source, former.node) },
          message: `circular former names: ${inWords([resource, ...circle])}`,
          label: `\`${resource.name}\` was \`${former.name}\``,
          related: circle.map((one, index) => formerPlace(one, circle[index + 1] ?? resource)),
          help: 'delete one of these entries; to swap two names, rename one of them to a third name first',
        };
      }
    }
  },
} satisfies WorkspaceRule;

/** Joins the names as "`a` was `b` was `a`". */
function inWords(circle: readonly ResourceHead[]): string {
  const names = [...circle, ...circle.slice(0, 1)].map(({ name }) => `\`${name}\``);
  return names.length > 4 ? `${names.slice(0, 3).join(' was ')} and so on` : names.join(' was ');
}

function formerPlace(one: ResourceHead, next: ResourceHead): Related {
  const node = one.formerly.find(({ name }) => name === next.name)?.node ?? one.nameNode;
  return {
    place: placeOf(one.source, node),
    label: `\`${one.name}\` was \`${next.name}\``,
  };
}

/**
 * The resources that the former names lead through until they return to `from`; undefined if they do not. For a
 * resource with several former names, the first that is still declared is followed, so each resource is visited once.
 */
function circleFrom(
  from: ResourceHead,
  former: Named,
  byAddress: ReadonlyMap<Address, ResourceHead>,
): readonly ResourceHead[] | undefined {
  const way: ResourceHead[] = [];
  const seen = new Set<Address>();
  let address: Address | undefined = `${from.kind}/${former.name}`;
  while (address !== undefined && address !== from.address) {
    const next = byAddress.get(address);
    // Real cycles exchange two or three names; longer chains of renames are not followed.
    if (next === undefined || seen.has(address) || way.length > 8) return undefined;
    seen.add(address);
    way.push(next);
    const { kind, formerly } = next;
    address = formerly
      .map(({ name }): Address => `${kind}/${name}`)
      .find((one) => one === from.address || byAddress.has(one));
  }
  return address === undefined ? undefined : way;
}
