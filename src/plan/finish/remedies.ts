/** What a reader can do about a step that does nothing: each line is read, or pasted. */
import { approvalText } from '../../derive/approval-text.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Desired } from '../../model/desired.ts';
import type { Live } from '../../model/live.ts';
import type { Step } from '../../model/plan.ts';
import type { Address } from '../../model/workspace.ts';
import { adoptLine } from '../collision/collision-words.ts';
import type { PlanInput } from '../input.ts';

type Where = Pick<PlanInput, 'placeFlags'> & { readonly environment: Pick<PlanInput['environment'], 'name'> };

/** A change that was made outside; where the files changed as well, `pull` must be told to write over what they say. */
export function holdWays(
  { address, hash, action }: Step,
  { environment: { name: environment }, placeFlags = '' }: Where,
): readonly string[] {
  const pull = `edgewright pull ${address} --env ${environment}${placeFlags}`;
  return [
    action === 'drift'
      ? `to keep the outside change, have it written into the files: \`${pull}\``
      : `to keep the outside change, have it written over what the files say: \`${pull} --overwrite\``,
    `to undo it, in a resource file and with a reason: ${approvalText({ allow: 'revert', address, change: hash, environment })}; or \`drift: revert\` for the whole environment`,
  ];
}

/** For a kind that cannot be updated. */
export function dashboardFirst({ address, kind }: Desired): readonly string[] {
  return [
    'change it in the dashboard as written; the next plan is then empty',
    `or write a second ${kind} under another name and other hostports, move the traffic, then remove \`${address}\``,
  ];
}

export function movedWays({ address }: Desired): readonly string[] {
  return [
    'write a second route under another name on the new edge, move the traffic, then remove this one',
    `or put the old \`edge_id\` of \`${address}\` back`,
  ];
}

export function removedWays(address: Address, kind: KindName): readonly string[] {
  const lines = ['delete it in the dashboard; the next plan sees that it is gone and forgets it'];
  if (kind === 'https-route')
    lines.push(`or disable it: \`kind: removed\`, \`address: ${address}\`, \`then: retire\``);
  lines.push(`or let go of it as it is: \`kind: removed\`, \`address: ${address}\`, \`then: forget\``);
  return lines;
}

export function takeOutWays(address: Address): readonly string[] {
  return [
    'set the secret, so that the module can be sent whole',
    `or disable it without its configuration, which is then lost: \`kind: removed\`, \`address: ${address}\`, \`then: disable-bare\``,
  ];
}

export function goneWays(
  { address, hash }: Step,
  { twins, isFree }: { readonly twins: readonly Live[]; readonly isFree: boolean },
  { environment: { name: environment }, placeFlags = '' }: Where,
): readonly string[] {
  return [
    ...twins.flatMap((twin) => [
      `if ${twin.id} was made in its place, take it over: \`edgewright pull ${idsOf(twin)} --env ${environment}${placeFlags}\`, or in the environment's file \`${adoptLine(address, twin)}\``,
    ]),
    'if that was meant, remove the resource from the files; the ledger then forgets it',
    ...(isFree
      ? [
          `to make it again, in a resource file and with a reason: ${approvalText({ allow: 'recreate', address, change: hash, environment })}`,
        ]
      : []),
  ];
}

function idsOf({ id, edge_id }: Live): string {
  return edge_id === undefined ? id : `${edge_id}/${id}`;
}
