import type { ConsentDocument, Workspace } from '../../model/workspace.ts';
import type { Base, Finding } from '../rule.ts';
import { placeOf } from './yaml-tree.ts';

/** Consents that the base does not have: each lets a schedule do what would need a person. */
export function* newConsents({ consents }: Workspace, { workspace, ref }: Base): Generator<Finding> {
  const known = new Set(workspace.consents.map(keyOf));
  for (const consent of consents) {
    if (known.has(keyOf(consent))) continue;
    const { allow, address, addressNode, document } = consent;
    yield {
      at: { place: placeOf(document.source, addressNode) },
      message: `\`allow: ${allow}\` for \`${address}\` is new: \`${ref}\` has no such consent`,
    };
  }
}

function keyOf({ allow, address, environment, change }: ConsentDocument): string {
  return JSON.stringify([allow, address, environment ?? null, change]);
}
