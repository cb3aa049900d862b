import { placeOf } from '../../../../edit/tree.ts';
import type { Named, ResourceHead } from '../../../../model/workspace.ts';
import { always } from '../../../domain/specs/severity.ts';
import type { WorkspaceRule } from '../../../rule.ts';

export default {
  scope: 'workspace',
  id: 'duplicate-formerly',
  group: 'reference',
  severity: always('error'),
  source: 'edgewright-file-format',
  isMust: false,
  summary: 'Two resources claim the same former name.',
  why: 'Only one resource can take over the object of a former name; the other would be created a second time.',
  fix: 'none',
  bad: `kind: endpoint
name: www
formerly: [web]
spec:
  url: https://www.example.com
---
kind: endpoint
name: shop
formerly: [web]
spec:
  url: https://shop.example.com
`,
  good: `kind: endpoint
name: www
formerly: [web]
spec:
  url: https://www.example.com
---
kind: endpoint
name: shop
spec:
  url: https://shop.example.com
`,
  *check({ resources }) {
    const firsts = new Map<string, { readonly resource: ResourceHead; readonly former: Named }>();
    for (const resource of resources) {
      const { kind, address, source } = resource;
      for (const former of resource.formerly) {
        const name = `${kind}/${former.name}`;
        const first = firsts.get(name);
        if (first === undefined) firsts.set(name, { resource, former });
        else if (first.resource !== resource) {
          yield {
            at: { place: placeOf(source, former.node) },
            message: `\`${name}\` is used twice, by \`${first.resource.address}\` and by \`${address}\``,
            help: 'keep `formerly` in the one that has the object; for a resource of one environment, keep the old name there',
            related: [{ place: placeOf(first.resource.source, first.former.node), label: 'first here' }],
          };
        }
      }
    }
  },
} satisfies WorkspaceRule;
