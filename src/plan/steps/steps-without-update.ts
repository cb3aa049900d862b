/** Steps other than updates of a declared resource that is in the ledger. */
import { differences } from '../../derive/compare/differences.ts';
import { mayCoexist } from '../../derive/forms/identity.ts';
import { hideLike } from '../../derive/forms/ledger-form.ts';
import { liveHash } from '../../derive/forms/live-hash.ts';
import { mostTries } from '../../derive/forms/given-up.ts';
import { settlingSeconds } from '../../derive/forms/settling.ts';
import { kinds } from '../../kinds/index.ts';
import type { Desired } from '../../model/desired.ts';
import type { StepReason } from '../../model/facts/reason.ts';
import type { Live } from '../../model/live.ts';
import type { FieldChange } from '../../model/plan/change.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Spec } from '../../model/value.ts';
import type { Address } from '../../model/workspace/address.ts';
import { fieldChange } from '../compare/field-change.ts';
import { specOfEntry } from '../../derive/forms/kept-spec.ts';
import type { FieldResult } from '../compare/three-way.ts';
import { exposing, exposureOf } from '../exposure/exposure.ts';
import { outcomesOf } from '../exposure/outcomes.ts';
import { possibleExposureOf, withPossibleExposure } from '../exposure/possible-exposure.ts';
import { driftRemedies, goneRemedies, movedRemedies, pullLine } from '../finish/remedies.ts';
import type { Planning } from '../input.ts';
import { decision, type Decision } from './decision.ts';
import { sameIdentityLive } from './same-identity.ts';
import type { ManagedPair } from './pair.ts';
import { isProtected, makeStep } from './make-step.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { approvalsFor } from '../given-approvals.ts';
import { originOf, resourceOrigin } from './resource-origin.ts';
import { createStep, createdFields } from './create-step.ts';
import { factsOf } from '../compare/facts-of.ts';
import { objectKey } from './object-key.ts';

export type FoundPair = Omit<ManagedPair, 'live'> & { readonly live: Live };

export function baseOf({
  desired,
  live,
  entry,
  formerly,
}: FoundPair): Pick<Step, 'address' | 'kind' | 'id' | 'liveHash' | 'origin'> {
  return {
    address: desired.address,
    kind: desired.kind,
    ...objectKey(live),
    origin: resourceOrigin(desired),
    liveHash: liveHash(live, desired.spec, entry.applied),
    ...withoutUndefined({ formerly }),
  };
}

/** The live spec with all secrets hidden, including those in fields that are not sensitive themselves. */
export function hiddenLive({ live, desired, entry }: FoundPair): Spec {
  return hideLike(hideLike(hideLike(live.spec, entry.observed), entry.applied), desired.spec);
}

/** A step that reports drift: the outside change stays until a person decides. */
export function driftStep(planning: Planning, pair: FoundPair, outside: readonly FieldResult[]): Step {
  const { entry, desired } = pair;
  const { formerly: _formerly, ...base } = baseOf(pair) as Step;
  const live = hiddenLive(pair);
  const declared = Object.fromEntries(outside.map(({ name }) => [name, desired.spec[name] ?? {}]));
  const ours = { ...live, ...declared };
  const weaker = exposureOf({ kind: desired.kind, before: ours, after: live });
  const step = makeStep(
    planning,
    {
      ...base,
      action: 'drift',
      reason: { code: 'drifted' },
      ...withoutUndefined({ weakened: weaker?.reasons }),
      changes: outside.flatMap(({ changes }) => changes.filter(({ cause }) => cause !== 'replaced-whole')),
      since: entry.observed_at,
    },
    // A module is sent whole, so the approval covers its other fields too.
    { allow: 'revert', covers: outside.flatMap(({ changes }) => changes) },
  );
  return withPossibleExposure(
    { ...step, remedies: driftRemedies(step, planning) },
    possibleExposureOf({ kind: base.kind, before: ours, after: live }),
  );
}

export function conflictStep(
  planning: Planning,
  pair: FoundPair,
  { conflicts, all }: { readonly conflicts: readonly FieldResult[]; readonly all: readonly FieldResult[] },
): Step {
  const { entry, desired } = pair;
  const step = makeStep(
    planning,
    {
      ...baseOf(pair),
      action: 'blocked',
      reason: { code: 'conflict', fields: namesOf(conflicts) },
      changes: all.flatMap(({ changes }) => changes),
      since: entry.observed_at,
      desired: desired.spec,
    },
    { allow: 'revert' },
  );
  return { ...step, remedies: driftRemedies(step, planning) };
}

export function stuckStep(
  planning: Planning,
  pair: FoundPair,
  { stuck, all }: { readonly stuck: readonly FieldResult[]; readonly all: readonly FieldResult[] },
): Step {
  return makeStep(planning, {
    ...baseOf(pair),
    action: 'blocked',
    reason: { code: 'cannot-unset', fields: namesOf(stuck) },
    changes: all.flatMap(({ changes }) => changes),
    remedies: stuck.map(({ name, changes }) => ({
      code: 'declare-value',
      field: name,
      live: JSON.stringify(changes[0]?.before ?? null),
    })),
  });
}

/** A blocked step: sending the value again has no effect, and silence would hide that live differs from the files. */
export function notPersistedStep(planning: Planning, pair: FoundPair, unkept: readonly FieldResult[]): Step {
  const { address } = pair.desired;
  return makeStep(planning, {
    ...baseOf(pair),
    action: 'blocked',
    reason: { code: 'not-kept', fields: namesOf(unkept), times: mostTries },
    changes: unkept.flatMap(({ changes }) => changes),
    remedies: [
      { code: 'declare-kept', command: `${pullLine(address, planning)} --overwrite` },
      { code: 'change-outside' },
    ],
  });
}

/** Blocked: `edge_id` is in the path of a route, so no request can move it. */
export function movedStep(planning: Planning, pair: FoundPair): Step | undefined {
  const { desired, live, entry } = pair;
  const { parent } = kinds[desired.kind];
  const wanted = parent === undefined ? undefined : desired.spec[parent.field];
  const now = live.edge_id ?? entry.edge_id;
  if (parent === undefined || typeof wanted !== 'string' || wanted === now) return undefined;
  const change: FieldChange = {
    path: parent.field,
    cause: 'configuration',
    ...withoutUndefined({ before: now }),
    after: wanted,
    isSecret: false,
    origin: originOf(desired, [parent.field]),
  };
  return makeStep(planning, {
    ...baseOf(pair),
    action: 'blocked',
    reason: { code: 'cannot-move', field: parent.field },
    changes: [change],
    remedies: movedRemedies(desired, parent.field),
  });
}

/** An object of the ledger that returns 404 is recreated only with an approval, even under `drift: revert`. */
export function goneStep(planning: Planning, { desired, entry, formerly }: ManagedPair): Decision {
  const { address, kind } = desired;
  const sameIdentity = sameIdentityLive(planning, desired);
  const { id } = entry;
  const reason: StepReason =
    sameIdentity.length > 0
      ? { code: 'gone-replaced', id, twins: sameIdentity.map((twin) => twin.id) }
      : { code: settlingSeconds(entry, planning.now) > 0 ? 'gone-settling' : 'gone', id };
  const step = makeStep(
    planning,
    {
      address,
      kind,
      ...objectKey(entry),
      action: 'drift',
      reason,
      origin: resourceOrigin(desired),
      since: entry.observed_at,
      ...withoutUndefined({ formerly }),
    },
    { allow: 'recreate', covers: createdFields(planning, desired) },
  );
  const again = createdAgain(planning, desired, entry);
  const used = approvalsFor(planning, 'recreate', step);
  if (used.length > 0) {
    const created = exposing(
      planning,
      { ...createStep(planning, desired, 'recreated'), outcomes: again.outcomes },
      again.exposure,
    );
    return decision([formerly === undefined ? created : { ...created, formerly }], { used });
  }
  // A second object with the same identity would be rejected by the service.
  const isFree = sameIdentity.every((twin) => mayCoexist(kind, desired.spec, twin.spec));
  const { changes, outcomes, exposure } = again;
  const gone = {
    ...step,
    changes,
    ...(changes.length === 0 ? {} : { outcomes }),
    ...withoutUndefined({ weakened: exposure?.reasons }),
    remedies: goneRemedies(step, { sameIdentity, isFree }, planning),
  };
  return decision([gone]);
}

/** A step that creates again, compared with the object as it was applied last; one that was adopted, as it was read. */
function createdAgain(planning: Planning, desired: Desired, entry: FoundPair['entry']) {
  const { kind, spec } = desired;
  const before = specOfEntry(entry);
  const facts = factsOf(planning, kind, entry);
  const declared = Object.fromEntries(
    Object.entries(before).filter(([name]) => name in spec || name in (entry.applied ?? {})),
  );
  const changes = differences(kinds[kind].fields, declared, spec, planning.secrets).map((difference) =>
    fieldChange(difference, { cause: 'configuration', desired, facts }),
  );
  const change = { kind, before, after: spec };
  return {
    changes,
    outcomes: outcomesOf(change, changes),
    exposure: exposureOf(change),
  };
}

/** One array shared by all steps without changes. */
const nothing: readonly never[] = [];
const asDeclared: StepReason = { code: 'as-declared' };

/**
 * Sends no request, so it carries no hash of the live object. Most resources of most plans are kept; built without
 * spreads, which would take half the time of a plan without changes.
 */
export function keepStep({ settings }: Planning, { desired, live, formerly }: FoundPair): Step {
  const { address, kind, spec } = desired;
  const step: UnchangedStep = {
    action: 'keep',
    address,
    kind,
    id: live.id,
    reason: formerly === undefined ? asDeclared : renamed(address, formerly),
    changes: nothing,
    requests: nothing,
    desired: spec,
    remedies: nothing,
    missingSecrets: nothing,
    hash: '',
    origin: resourceOrigin(desired),
    isProtected: isProtected(settings, address),
  };
  if (live.edge_id !== undefined) step.edge_id = live.edge_id;
  if (formerly !== undefined) step.formerly = formerly;
  return step;
}

type UnchangedStep = Step & { edge_id?: string; formerly?: string };

function renamed(address: Address, formerly: Address): StepReason {
  return address === formerly ? { code: 'declared-again' } : { code: 'renamed', other: formerly };
}

function namesOf(results: readonly FieldResult[]): readonly string[] {
  return results.map(({ name }) => name);
}
