import { placeOf } from '../../../edit/tree.ts';
import { isUsed } from '../../../derive/compare/change-id.ts';
import type { Approval, Workspace } from '../../../model/workspace.ts';
import { fitting, wholeWords } from './fitting.ts';
import type { Base, Finding, WorkspaceContext } from '../../rule.ts';

/**
 * Approvals that the base does not have: each allows an unattended run to apply a change that needs a person's
 * approval.
 */
export function* newApprovals(
  { approvals, environments }: Workspace,
  { workspace, ref }: Base,
  ledgers: WorkspaceContext['ledgers'],
): Generator<Finding> {
  const known = new Set(workspace.approvals.map(keyOf));
  for (const approval of approvals) {
    if (known.has(keyOf(approval)) || isUsedUp(approval, environments.keys(), ledgers)) continue;
    const { allow, address, addressNode, document } = approval;
    yield {
      at: { place: placeOf(document.source, addressNode) },
      message: fitting(
        `\`allow: ${allow}\` for ${wholeWords(address)} is new: \`${ref}\` has no such approval`,
        `a new approval, not in \`${ref}\`: ${wholeWords(address)}`,
        `a new approval: ${wholeWords(address)}`,
      ),
    };
  }
}

/** Whether an approval was already used in every environment that it is for. It then approves nothing further. */
function isUsedUp(
  approval: Approval,
  environments: Iterable<string>,
  ledgers: WorkspaceContext['ledgers'],
): boolean {
  const names = approval.environment === undefined ? [...environments] : [approval.environment];
  return names.every((name) => {
    const ledger = ledgers.get(name);
    return ledger !== undefined && isUsed(ledger, approval);
  });
}

function keyOf({ allow, address, environment, change }: Approval): string {
  return JSON.stringify([allow, address, environment ?? null, change]);
}
