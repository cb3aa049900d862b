import type { Live } from '../../model/live.ts';
import type { Address } from '../../model/workspace.ts';
import type { Claim } from './claims.ts';

type Ids = Pick<Live, 'id' | 'edge_id'>;

/** Half a sentence: who has it. */
export function claimText({ by, owner, address }: Claim, { id }: Pick<Live, 'id'>): string {
  if (by === 'ledger') return `\`${owner}\` has ${id}, as \`${address ?? ''}\``;
  return isForeign(owner)
    ? `${id} carries the marker of another workspace (owner ${owner})`
    : `${id} carries the marker of \`${owner}\`, whose ledger is not here`;
}

/** What must happen before it can be adopted as this address. */
export function claimWays(claim: Claim, address: Address, live: Ids, placeFlags = ''): readonly string[] {
  const { by, owner, address: theirs = '' } = claim;
  if (by === 'ledger') {
    return [
      `have \`${owner}\` stop managing it: \`edgewright ledger forget ${theirs} --still-live --env ${owner}${placeFlags}\`, and take \`${theirs}\` out of the files of \`${owner}\``,
    ];
  }
  const who = isForeign(owner) ? 'that workspace' : `\`${owner}\``;
  return [
    `when ${who} has stopped managing it, name the owner in the environment's file: \`${adoptFromLine(address, live, owner)}\``,
  ];
}

function adoptFromLine(address: Address, { id, edge_id }: Ids, owner: string): string {
  const ids = edge_id === undefined ? id : `${edge_id}/${id}`;
  return `adopt: { ${address}: { id: ${ids}, from: ${owner} } }`;
}

function isForeign(owner: string): boolean {
  return /^[0-9a-f]{16}$/.test(owner);
}
