import { placeOf } from '../../../../edit/tree.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import type { WorkspaceRule } from '../../../rule.ts';

export default {
  scope: 'workspace',
  id: 'removed-declared',
  group: 'reference',
  severity: recommended('warn'),
  source: 'approvals-and-removals',
  isMust: false,
  summary: 'A `removed` document names a resource that is still declared.',
  why: 'A declared resource stays live, so the `removed` document has no effect.',
  fix: 'none',
  bad: `kind: endpoint
name: www
spec: { url: https://www.example.com }
---
kind: removed
address: endpoint/www
then: forget
`,
  good: `kind: endpoint
name: www
spec: { url: https://www.example.com }
---
kind: removed
address: endpoint/old-www
then: forget
`,
  *check({ removed, resources, environments }) {
    if (removed.length === 0) return;
    for (const { address, addressNode, document } of removed) {
      const resource = resources.find((one) => one.address === address);
      // If the resource is declared for some environments only, the document may be for the others.
      const only = resource?.environments?.map(({ name }) => name);
      const isElsewhere = only !== undefined && [...environments.keys()].some((name) => !only.includes(name));
      if (resource === undefined || isElsewhere) continue;
      yield {
        at: { place: placeOf(document.source, addressNode) },
        message: `\`${address}\` is still declared, so it is not removed`,
        help: 'delete the resource, or this document',
        related: [{ place: placeOf(resource.source, resource.nameNode), label: 'declared here' }],
      };
    }
  },
} satisfies WorkspaceRule;
