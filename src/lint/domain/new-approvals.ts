import type { ApprovalDocument, Workspace } from '../../model/workspace.ts';
import { fitting, whole } from './fitting.ts';
import type { Base, Finding } from '../rule.ts';
import { placeOf } from './yaml-tree.ts';

/** Approvals that the base does not have: each lets a schedule do what would need a person. */
export function* newApprovals({ approvals }: Workspace, { workspace, ref }: Base): Generator<Finding> {
  const known = new Set(workspace.approvals.map(keyOf));
  for (const approval of approvals) {
    if (known.has(keyOf(approval))) continue;
    const { allow, address, addressNode, document } = approval;
    yield {
      at: { place: placeOf(document.source, addressNode) },
      message: fitting(
        `\`allow: ${allow}\` for ${whole(address)} is new: \`${ref}\` has no such approval`,
        `a new approval, not in \`${ref}\`: ${whole(address)}`,
        `a new approval: ${whole(address)}`,
      ),
    };
  }
}

function keyOf({ allow, address, environment, change }: ApprovalDocument): string {
  return JSON.stringify([allow, address, environment ?? null, change]);
}
