import { refOf } from '../../derive/forms/object-ids.ts';
import { exclusiveKeys, mayCoexist } from '../../derive/forms/identity.ts';
import type { Remedy } from '../../model/facts/remedy.ts';
import type { Live } from '../../model/live.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Spec } from '../../model/value.ts';
import type { Address } from '../../model/workspace/address.ts';
import { addTo } from '../../text/lists/group-by.ts';
import { claimOn, claimRemedies, type OwnerClaim } from './claims.ts';
import type { PlanInput } from '../input.ts';
import type { Pair } from '../steps/pair.ts';
import type { Obstacle } from './obstacle.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

type Renames = Pick<PlanInput, 'desired'>;

export function inTheWay(
  step: Step,
  holder: IdentityHolder,
  flags: Pick<PlanInput, 'placeFlags'> & Renames,
): Obstacle {
  const { what, address: other, live, claim } = holder;
  if (claim !== undefined && live.isManageable) return claimed(step, holder, claim, flags);
  if (what === 'live' || other === undefined) return unmanaged(step, holder);
  const { id } = live;
  const renames = renamesInTwo(flags, step.address, other);
  return {
    reason: { code: what === 'orphan' ? 'taken-by-orphan' : 'taken-by-managed', other, id, to: wanted(step) },
    remedies: mayCoexist(step.kind, step.predicted, holder.desired)
      ? [{ code: 'do-first', address: step.address, other }]
      : renames.length > 0
        ? renames
        : [
            ...(step.action === 'create' ? [{ code: 'formerly' as const, other }] : []),
            { code: 'make-unequal' },
          ],
  };
}

/**
 * For a resource that declares a former address whose object it cannot have yet: the rename that comes first, because
 * one of the two addresses is the new name of one resource and the former name of another. Otherwise empty.
 */
export function renamesInTwo({ desired }: Renames, address: Address, former: Address): readonly Remedy[] {
  const ownResource = desired.find((candidate) => candidate.address === address);
  if (ownResource?.formerly.includes(former) !== true) return [];
  if (desired.some((candidate) => candidate.address === former))
    return [{ code: 'rename-in-two', address, other: former }];
  const heir = desired.find(({ formerly }) => formerly.includes(address));
  return heir === undefined ? [] : [{ code: 'rename-in-two', address: heir.address, other: address }];
}

function wanted({ action }: Step): 'create' | 'become' {
  return action === 'create' ? 'create' : 'become';
}

function claimed(
  step: Step,
  { live }: IdentityHolder,
  claim: OwnerClaim,
  flags: Pick<PlanInput, 'placeFlags'>,
): Obstacle {
  const { owner, address: other } = claim;
  const about = { id: live.id, owner, to: wanted(step) };
  const adopting = { address: step.address, ref: refOf(live) };
  return {
    reason:
      other === undefined
        ? { code: 'taken-by-marked', ...about }
        : { code: 'taken-by-shared', ...about, other },
    remedies: [
      ...(step.action === 'create' ? claimRemedies(flags, claim, adopting) : []),
      ...(step.action === 'create' && claim.by === 'ledger' && claim.isUnknown !== true
        ? [{ code: 'adopt-then' as const, ...adopting }]
        : []),
      { code: 'make-unequal' },
    ],
  };
}

function unmanaged(step: Step, { live }: IdentityHolder): Obstacle {
  const { id } = live;
  if (!live.isManageable) {
    return { reason: { code: 'taken-by-tunnel', id }, remedies: [{ code: 'stop-tunnel' }] };
  }
  return {
    reason: { code: 'taken-by-unmanaged', id, to: wanted(step) },
    remedies: [
      ...(step.action === 'create'
        ? [{ code: 'adopt' as const, address: step.address, ref: refOf(live) }]
        : []),
      { code: 'make-unequal-or-remove' },
    ],
  };
}

export function bothWant({ address: other }: Step): Obstacle {
  return { reason: { code: 'both-want', other }, remedies: [{ code: 'make-unequal-or-drop' }] };
}

/** Given the step that has what the blocked one takes, and that waits for the blocked one in turn. */
export function waitingInACircle({ address: other }: Step): Obstacle {
  return { reason: { code: 'circle', other }, remedies: [{ code: 'move-aside' }] };
}

/** The current holder of an identity (a url, a match, a hostport). */
export interface IdentityHolder {
  readonly what: 'ledger' | 'orphan' | 'live';
  /** Undefined for an unmanaged object. */
  readonly address?: Address;
  readonly live: Live;
  /** As the files declare it. */
  readonly desired?: Spec;
  /** The claim of another environment on the object. */
  readonly claim?: OwnerClaim;
}

export type Holders = ReadonlyMap<string, readonly IdentityHolder[]>;

/** All live objects by the identities they hold. */
export function holdersOf(input: PlanInput, pairs: readonly Pair[]): Holders {
  const { live, ledger } = input;
  const holders = new Map<string, IdentityHolder[]>();
  const known = new Set<string>();
  const hold = (holder: IdentityHolder): void => {
    known.add(holder.live.id);
    for (const key of exclusiveKeys(holder.live.kind, holder.live.spec)) addTo(holders, key, holder);
  };
  for (const entry of [...Object.values(ledger.resources), ...Object.values(ledger.orphans)])
    known.add(entry.id);
  for (const pair of pairs) {
    if (pair.type === 'new' || pair.type === 'ambiguous' || pair.live === 'missing') continue;
    const address = 'desired' in pair ? pair.desired.address : pair.address;
    hold({
      what: pair.type === 'orphan' ? 'orphan' : 'ledger',
      address,
      live: pair.live,
      ...('desired' in pair ? { desired: pair.desired.spec } : {}),
    });
  }
  for (const object of live.listed) {
    if (known.has(object.id)) continue;
    const claim = claimOn(input, object);
    hold({ what: 'live', live: object, ...withoutUndefined({ claim }) });
  }
  return holders;
}
