import { placeOf } from '../../../../edit/tree.ts';
import { deleteDocument } from '../../../domain/documents/delete-document.ts';
import { fitting } from '../../../domain/documents/fitting.ts';
import { ledgersOfAll } from '../../../domain/documents/ledgers-of-all.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import type { WorkspaceRule } from '../../../rule.ts';

export default {
  scope: 'workspace',
  id: 'removed-spent',
  group: 'reference',
  severity: recommended('info'),
  source: 'approvals-and-removals',
  isMust: false,
  summary: 'A `removed` document is no longer needed.',
  why: 'No ledger manages the resource any more, so the document has no effect.',
  fix: 'safe',
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
---
kind: removed
address: https-route/old-shop
then: retire
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
`,
  *check(workspace, context) {
    if (workspace.removed.length === 0) return;
    const ledgers = ledgersOfAll(workspace, context);
    if (ledgers === undefined) return;
    const written = new Set<string>(workspace.resources.map(({ address }) => address));
    for (const { address, addressNode, document } of workspace.removed) {
      if (written.has(address) || ledgers.some(({ resources }) => resources[address] !== undefined)) continue;
      const fix = deleteDocument(document, workspace.yaml, { safety: 'safe', title: 'delete the document' });
      yield {
        at: { place: placeOf(document.source, addressNode) },
        message: fitting(
          `no ledger manages \`${address}\` any more: delete this document`,
          `no ledger manages \`${address}\``,
        ),
        ...(fix === undefined ? {} : { fix }),
      };
    }
  },
} satisfies WorkspaceRule;
