import type { Step } from '../../model/plan/step.ts';
import type { FieldChange } from '../../model/plan/change.ts';
import { entryOfLive } from '../../derive/forms/ledger-form.ts';
import { liveHash } from '../../derive/forms/live-hash.ts';
import { kinds } from '../../kinds/index.ts';
import type { Live } from '../../model/live.ts';
import { adoptionOf, adoptionsOfId, claimOn, claimRemedies, isHandedOver } from '../obstacles/claims.ts';
import type { Planning } from '../input.ts';
import { addressOfId, refOf } from '../../derive/forms/object-ids.ts';
import type { Obstacle } from '../obstacles/obstacle.ts';
import type { Pair } from './pair.ts';
import { makeStep } from './make-step.ts';
import { compareFields } from '../compare/three-way.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { resourceOrigin } from './resource-origin.ts';
import { factsOf } from '../compare/facts-of.ts';
import { objectKey } from './object-key.ts';

type AdoptedPair = Extract<Pair, { type: 'adopted' }>;

/** Adopting sends no request: the live object is recorded as observed, and differences are the next plan's update. */
export function adoptStep(planning: Planning, pair: AdoptedPair): Step {
  const { desired, live, id, by, instead, formerly } = pair;
  const { address, kind, spec } = desired;
  const base = {
    address,
    kind,
    origin: resourceOrigin(desired),
    ...withoutUndefined({ formerly }),
  };
  const problem = problemOf(planning, pair);
  if (problem !== undefined || live === 'missing') {
    return makeStep(planning, { ...base, id, action: 'blocked', ...(problem ?? missing(id)) });
  }
  const changes = nextChanges(planning, desired, live);
  const next = changes.length === 0 ? 'nothing' : 'update';
  const how = by === 'adopt' && live.marker === undefined ? 'unmarked' : by;
  return makeStep(planning, {
    ...base,
    ...objectKey(live),
    action: 'adopt',
    reason:
      instead === undefined
        ? { code: 'adopted', id, by: how, next }
        : { code: 'adopted-instead', id, by, next, instead },
    changes,
    desired: spec,
    liveHash: liveHash(live, spec, undefined),
  });
}

function missing(id: string): Obstacle {
  return { reason: { code: 'adopt-missing', id }, remedies: [{ code: 'correct-adopt' }] };
}

/** The reason why the object cannot be adopted. */
function problemOf(planning: Planning, { desired, live, id }: AdoptedPair): Obstacle | undefined {
  const { ledger, environment } = planning;
  if (live === 'missing') return missing(id);
  if (!live.isManageable) {
    return { reason: { code: 'adopt-type', id }, remedies: [{ code: 'remove-adopt' }] };
  }
  const owner = addressOfId(ledger, id);
  if (owner !== undefined) {
    return {
      reason: { code: 'adopt-managed', id, other: owner },
      remedies: [{ code: 'formerly', other: owner }],
    };
  }
  const line = adoptionOf(environment, desired.address);
  const claim = claimOn(planning, live);
  if (claim !== undefined && (line === undefined || !isHandedOver(line, claim))) {
    const { owner, address: other } = claim;
    return {
      reason:
        other === undefined
          ? { code: 'adopt-marked', id, owner }
          : { code: 'adopt-shared', id, owner, other },
      remedies: [
        ...claimRemedies(planning, claim, { address: desired.address, ref: refOf(live) }),
        ...(line === undefined ? [] : [{ code: 'remove-adopt' as const }]),
      ],
    };
  }
  const other = adoptionsOfId(environment.adopt, id).find(({ address }) => address !== desired.address);
  if (other === undefined) return undefined;
  return {
    reason: { code: 'adopt-twice', id, other: other.address },
    remedies: [{ code: 'remove-one-adopt' }],
  };
}

/** The changes that the next plan will send, including fields that are lost when a module is sent whole. */
function nextChanges(
  planning: Planning,
  desired: AdoptedPair['desired'],
  live: Live,
): readonly FieldChange[] {
  return compareFields(
    {
      desired,
      live: live.spec,
      entry: entryOfLive(live, { uid: '', declared: desired.spec, at: '' }),
      comparer: { secrets: planning.secrets },
      facts: factsOf(planning, desired.kind),
      writesSecrets: false,
    },
    kinds[desired.kind].fields,
  ).flatMap(({ changes }) => changes);
}

/**
 * A copy carries the same marker as its original, and a copied workspace has the owner of its original: a person must
 * decide which object is meant, or whether it is ours.
 */
export function ambiguousStep(
  planning: Planning,
  { desired, sameMarker }: Extract<Pair, { type: 'ambiguous' }>,
): Step {
  const { address, kind } = desired;
  return makeStep(planning, {
    address,
    kind,
    origin: resourceOrigin(desired),
    action: 'blocked',
    reason:
      sameMarker.length === 1 && sameMarker[0] !== undefined
        ? { code: 'unrecorded', id: sameMarker[0].id }
        : { code: 'ambiguous', count: sameMarker.length },
    remedies: [
      ...sameMarker.map((live) => ({
        code: 'adopt-if-it-is' as const,
        id: live.id,
        address,
        ref: refOf(live),
      })),
      ...(sameMarker.length === 1 ? [{ code: 'own-lineage' as const }] : []),
    ],
  });
}
