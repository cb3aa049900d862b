import type { Desired } from '../../model/desired.ts';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Live } from '../../model/live.ts';
import type { Address } from '../../model/workspace.ts';
import { claimRemedies } from '../../plan/collision/claim-remedies.ts';
import { refOf } from '../../plan/steps/step.ts';
import { claimText } from '../../report/plan/words/owner.ts';
import { remedyText } from '../../report/plan/words/remedy.ts';
import type { OwnerClaim } from '../../plan/collision/claims.ts';
import { placeFlags } from '../../cli/command-line.ts';
import type { ChoiceInput } from './pull-index.ts';

export function claimedBy(seen: ChoiceInput, live: Live, claim: OwnerClaim, address: Address): UserError {
  const flags = { placeFlags: placeFlags(seen.place) };
  const ways = claimRemedies(flags, claim, { address, ref: refOf(live) }).map(remedyText);
  return new UserError(exitCodes.gate, `${claimText(claim, live)}: it is not pulled`, {
    help: [...ways, 'nothing was written'].join('; '),
  });
}

export function notLive(address: Address, resource: Desired | undefined): UserError {
  return resource === undefined
    ? new UserError(exitCodes.usage, `no file, ledger or \`adopt:\` knows \`${address}\``, {
        help: 'pull an object that is not declared yet by its id, a route by edge_id/route_id',
      })
    : new UserError(exitCodes.usage, `\`${address}\` is not known to be live`, {
        help: 'pull it by its id, a route by edge_id/route_id, or run `edgewright apply` to create it',
      });
}
