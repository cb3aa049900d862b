import { hideLike, keep } from '../../derive/forms/kept.ts';
import { liveHash } from '../../derive/forms/live-hash.ts';
import { kinds } from '../../kinds/index.ts';
import type { FieldChange, Step } from '../../model/plan.ts';
import type { LedgerEntry } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Address } from '../../model/workspace.ts';
import { claimText, claimWays } from '../collision/claim-words.ts';
import { claimOn, isHandedOver } from '../collision/claims.ts';
import { adoptLine, nameOf } from '../collision/collision-words.ts';
import { factsOf, type Planning } from '../input.ts';
import type { Pair } from './pair.ts';
import { keyOf, makeStep, resourceOrigin } from './step.ts';
import { compareFields } from '../compare/three-way.ts';

type Adopted = Extract<Pair, { type: 'adopted' }>;

/** Adopting never writes: what is live is recorded as observed, and what differs is the next plan's update. */
export function adoptStep(planning: Planning, pair: Adopted): Step {
  const { desired, live, id, by, instead, formerly } = pair;
  const { address, kind, spec } = desired;
  const base = {
    address,
    kind,
    origin: resourceOrigin(desired),
    ...(formerly === undefined ? {} : { formerly }),
  };
  const problem = problemOf(planning, pair);
  if (problem !== undefined || live === 'missing') {
    const [reason = '', ...waysOut] = problem ?? [];
    return makeStep(planning, { ...base, id, action: 'blocked', reason, waysOut });
  }
  const changes = nextChanges(planning, desired, live);
  const why = by === 'adopt' ? `\`adopt:\` names ${id}` : `${id} carries our marker`;
  const then = changes.length === 0 ? '' : '; what differs is changed by the next plan';
  return makeStep(planning, {
    ...base,
    ...keyOf(live),
    action: 'adopt',
    reason: `taken over as it is: ${why}${instead === undefined ? '' : `, and ${instead} is gone`}${then}`,
    changes,
    desired: spec,
    liveHash: liveHash(live, spec, undefined),
  });
}

/** The reason and the ways out. */
function problemOf(planning: Planning, { desired, live, id }: Adopted): readonly string[] | undefined {
  const { ledger, environment } = planning;
  if (live === 'missing') {
    return [
      `there is no object \`${id}\` to adopt`,
      'correct the id under `adopt:`, or remove the line to create the resource',
    ];
  }
  if (!live.isManageable) {
    return [
      `\`${id}\` is not a cloud endpoint, so it can be neither updated nor deleted (API 4.4, 4.5)`,
      'remove the line under `adopt:`',
    ];
  }
  const entries = Object.entries({ ...ledger.resources, ...ledger.orphans }) as [Address, LedgerEntry][];
  const owner = entries.find(([, entry]) => entry.id === id)?.[0];
  if (owner !== undefined) {
    return [
      `\`${id}\` already belongs to \`${owner}\``,
      `write \`formerly: [${nameOf(owner)}]\` in the resource if it was renamed`,
    ];
  }
  const line = environment.adopt.find(({ address }) => address === desired.address);
  const claim = claimOn(planning, live);
  if (claim !== undefined && (line === undefined || !isHandedOver(line, claim))) {
    return [
      `${claimText(claim, live)}, so it is not adopted`,
      ...claimWays(claim, desired.address, live, planning.placeFlags),
      ...(line === undefined ? [] : ['or remove the line under `adopt:`']),
    ];
  }
  const other = environment.adopt.find((each) => each.id === id && each.address !== desired.address);
  if (other === undefined) return undefined;
  return [`\`adopt:\` gives \`${id}\` to \`${other.address}\` as well`, 'remove one of the two lines'];
}

/** Exactly what the plan after this one will send, with what a module that is sent whole would wipe. */
function nextChanges(planning: Planning, desired: Adopted['desired'], live: Live): readonly FieldChange[] {
  const { secrets } = planning;
  const observed = keep(hideLike(live.spec, desired.spec), secrets);
  const entry: LedgerEntry = {
    uid: '',
    kind: desired.kind,
    id: live.id,
    observed,
    observed_at: '',
    is_protected: false,
  };
  return compareFields(
    {
      desired,
      live: live.spec,
      entry,
      eyes: { secrets },
      facts: factsOf(planning, desired.kind),
      writesSecrets: false,
    },
    kinds[desired.kind].fields,
  ).flatMap(({ changes }) => changes);
}

/** A copy carries the same marker as its original: only a person can tell which is which. */
export function ambiguousStep(
  planning: Planning,
  { desired, twins }: Extract<Pair, { type: 'ambiguous' }>,
): Step {
  const { address, kind } = desired;
  return makeStep(planning, {
    address,
    kind,
    origin: resourceOrigin(desired),
    action: 'blocked',
    reason: `${twins.length} live objects carry our marker for it`,
    waysOut: twins.map(
      (live) => `if it is ${live.id}: in the environment's file, \`${adoptLine(address, live)}\``,
    ),
  });
}
