import { placeOf } from '../../../../edit/tree.ts';
import { isUsed } from '../../../../derive/compare/change-id.ts';
import { changedLeaves } from '../../../domain/documents/changed-leaves.ts';
import { approvalsFor } from '../../../domain/documents/approvals.ts';
import { deleteApproval } from '../../../domain/documents/delete-document.ts';
import { fitting } from '../../../domain/documents/fitting.ts';
import { historyOf } from '../../../domain/documents/known-before.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import type { CrossRule } from '../../../rule.ts';

export default {
  scope: 'environment',
  id: 'approval-used',
  group: 'reference',
  severity: recommended('warn'),
  source: 'approvals-and-removals',
  isMust: false,
  summary: 'An approval was already used.',
  why: 'An approval is single-use, so this one allows nothing more; if it stays, readers think that it does.',
  fix: 'safe',
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
---
kind: approval
allow: delete
address: endpoint/old
environment: production
change: 4f1c0903b1d24e0f9a7c55d0c8e1b2f3
reason: no one uses it any more
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
`,
  *check(resources, context) {
    const { ledger } = context;
    if (ledger === undefined) return;
    const approvals = approvalsFor(context);
    if (approvals.length === 0) return;
    const { continued } = historyOf(resources, context);
    const byAddress = new Map(continued.map((one) => [one.subject.address, one]));
    const written = new Set(context.workspace?.resources.map(({ address }) => address));
    for (const approval of approvals) {
      const { allow, address, addressNode, document } = approval;
      const managed = byAddress.get(address);
      const isDone =
        allow === 'delete'
          ? !written.has(address) && ledger.resources[address] === undefined
          : allow === 'exposure' &&
            managed?.before.spec !== undefined &&
            ledger.resources[address] !== undefined &&
            changedLeaves(managed.subject, managed.before).length === 0;
      // With `drift: revert`, reverting a change made outside Edgewright may still need the approval.
      const restores = context.workspace?.environments.get(context.environment)?.drift === 'revert';
      const isRecorded = isUsed(ledger, approval);
      if (!isRecorded && (!isDone || (allow === 'exposure' && restores))) continue;
      yield {
        at: { place: placeOf(document.source, addressNode) },
        message: fitting(
          `the approval \`allow: ${allow}\` for \`${address}\` was already used`,
          `used approval: \`${address}\``,
        ),
        ...deleteApproval(approval, context.workspace?.yaml ?? []),
      };
    }
  },
} satisfies CrossRule;
