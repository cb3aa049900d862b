import type { ConsentDocument, Workspace } from '../../model/workspace.ts';
import { fitting, whole } from './fitting.ts';
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
      message: fitting(
        `\`allow: ${allow}\` for ${whole(address)} is new: \`${ref}\` has no such consent`,
        `a new consent, not in \`${ref}\`: ${whole(address)}`,
        `a new consent: ${whole(address)}`,
      ),
    };
  }
}

function keyOf({ allow, address, environment, change }: ConsentDocument): string {
  return JSON.stringify([allow, address, environment ?? null, change]);
}
