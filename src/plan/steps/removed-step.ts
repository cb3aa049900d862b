import { valueAtAnyCase } from '../../derive/forms/tree.ts';
import { differences } from '../../derive/compare/differences.ts';
import { hideLike } from '../../derive/forms/ledger-form.ts';
import { liveHash } from '../../derive/forms/live-hash.ts';
import { isGivenUp, mostTries } from '../../derive/forms/given-up.ts';
import { settlingSeconds } from '../../derive/forms/settling.ts';
import { isSwitchedOff } from '../../derive/module-state.ts';
import { kinds } from '../../kinds/index.ts';
import type { StepReason } from '../../model/facts/reason.ts';
import type { Remedy } from '../../model/facts/remedy.ts';
import type { LedgerEntry } from '../../model/ledger/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { FieldChange } from '../../model/plan/change.ts';
import type { PlanNote } from '../../model/plan/plan.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Spec, Value } from '../../model/value.ts';
import type { Address } from '../../model/workspace/address.ts';
import { ledgerClaim } from '../obstacles/claims.ts';
import { fieldChange, writtenReference } from '../compare/field-change.ts';
import { sameAsLedger } from '../compare/same-as-ledger.ts';
import { removedRemedies, secretRemedies } from '../finish/remedies.ts';
import type { Planning } from '../input.ts';
import { decision, type Decision } from './decision.ts';
import type { Pair } from './pair.ts';
import { deleteRequest, updateRequest, withMarkerPlace } from './requests.ts';
import { retiredModule } from './retire-module.ts';
import { makeStep } from './make-step.ts';
import { lineColumn } from '../../text/line-column.ts';
import { factsOf } from '../compare/facts-of.ts';
import { objectKey } from './object-key.ts';
type RemovedPair = Extract<Pair, { type: 'removed' }>;

/** The step for a resource in the ledger that is no longer declared. */
export function removedStep(planning: Planning, pair: RemovedPair): Decision {
  const { address, entry, live } = pair;
  const { kind } = entry;
  const base = { address, kind, ...objectKey(entry) };
  if (live === 'missing') {
    return decision([makeStep(planning, { ...base, action: 'forget', reason: { code: 'gone-too' } })]);
  }
  const seen: RetiredObject = { ...base, liveHash: liveHash(live, undefined, entry.applied) };
  const document = planning.removed.find((removed) => removed.address === address);
  if (document?.then === 'forget') {
    return decision([makeStep(planning, { ...seen, action: 'forget', reason: { code: 'forgotten' } })]);
  }
  if (document !== undefined) return decision([retireStep(planning, { ...pair, live }, seen)]);
  if (kinds[kind].operations.delete !== undefined) return deleteStep(planning, { ...pair, live }, seen);
  const blocked = makeStep(planning, {
    ...seen,
    action: 'blocked',
    reason: { code: 'cannot-delete', kind },
    remedies: removedRemedies(address, kind),
  });
  return decision([blocked]);
}

function deleteStep(planning: Planning, pair: RemovedObject, seen: RetiredObject): Decision {
  const { address, entry, live } = pair;
  const { kind } = entry;
  const { secrets } = planning;
  if (!live.isManageable) {
    const blocked = makeStep(planning, {
      ...seen,
      action: 'blocked',
      reason: { code: 'cannot-delete-type', id: live.id },
      remedies: [{ code: 'forget', address }],
    });
    return decision([blocked]);
  }
  const now = withSecretsHidden(live, entry);
  const facts = factsOf(planning, kind, entry);
  const step = makeStep(planning, {
    ...seen,
    action: 'delete',
    reason: removalReason(planning, address),
    changes: differences(kinds[kind].fields, now, undefined, secrets).map((difference) => {
      const { path, before, field } = difference;
      const observed = valueAtAnyCase(entry.observed, path);
      const isOurs = sameAsLedger({ field, path, value: before, kept: observed }, { secrets });
      const written = isOurs ? writtenReference(entry, path) : undefined;
      return fieldChange(difference, { cause: 'removed', facts, written, secrets });
    }),
    requests: [deleteRequest(kind, objectKey(entry))],
  });
  return decision([step], { notes: lostDrift(planning, pair, now) });
}

function removalReason({ restricted = [], environment }: Planning, address: Address): StepReason {
  const declared = restricted.find((resource) => resource.address === address);
  const [first] = declared?.environments ?? [];
  if (declared === undefined || first === undefined) return { code: 'removed' };
  const { line } = lineColumn(declared.source, first.node.start);
  return {
    code: 'restricted',
    environment: environment.name,
    place: `${declared.source.path}:${line}`,
  };
}

/** A note on outside changes that are lost with the deleted object. */
function lostDrift({ secrets }: Planning, { address, entry }: RemovedObject, now: Spec): readonly PlanNote[] {
  const drifted = Object.entries(kinds[entry.kind].fields)
    .filter(
      ([name, field]) =>
        field.readOnly !== true &&
        !sameAsLedger({ field, path: [name], value: now[name], kept: entry.observed[name] }, { secrets }),
    )
    .map(([name]) => name);
  if (drifted.length === 0) return [];
  const fact = { code: 'change-lost', fields: drifted, since: entry.observed_at } as const;
  return [{ topic: 'undeclared-drift', address, fact }];
}

/** Forgets an orphan once its object is gone; until then each plan has a note on it. */
export function orphanSteps(
  planning: Planning,
  { address, orphan, live }: Extract<Pair, { type: 'orphan' }>,
): Decision {
  const { kind, id, how, since } = orphan;
  if (live === 'missing') {
    // Written a moment ago, the 404 may be temporary.
    if (settlingSeconds(orphan, planning.now) > 0)
      return decision([], { notes: [{ topic: 'settling', address, fact: { code: 'settling', id } }] });
    const reason = { code: 'orphan-gone' } as const;
    return decision([makeStep(planning, { address, kind, id, action: 'forget', reason })]);
  }
  const claim = ledgerClaim(planning, id);
  const owned = claim === undefined ? {} : { owner: claim.owner, other: claim.address ?? address };
  const name = address.slice(address.indexOf('/') + 1);
  const fact = { code: 'orphaned', how, since, id, name, ...owned } as const;
  return decision([], { notes: [{ topic: 'orphan', address, fact }] });
}

interface RemovedObject {
  readonly address: Address;
  readonly entry: LedgerEntry;
  readonly live: Live;
}

/** The fields common to all steps on a removed object. */
type RetiredObject = Pick<Step, 'address' | 'kind' | 'id' | 'edge_id' | 'liveHash'>;

/** Disables the modules that serve or transform and keeps those that protect: the match stays taken but unserved. */
function retireStep(planning: Planning, pair: RemovedObject, seen: RetiredObject): Step {
  const { address, entry, live } = pair;
  const { fields, operations } = kinds[entry.kind];
  const blocked = (reason: StepReason, remedies: readonly Remedy[]): Step =>
    makeStep(planning, { ...seen, action: 'blocked', reason, remedies });
  if (operations.update === undefined || Object.values(fields).every(({ type }) => type !== 'module')) {
    return blocked({ code: 'cannot-disable', kind: entry.kind }, [
      { code: 'forget', address },
      ...(operations.delete === undefined ? [] : [{ code: 'drop-removed' as const }]),
    ]);
  }
  const made = retiredBody(planning, { address, entry, live: withSecretsHidden(live, entry) });
  if ('problem' in made) return blocked(made.problem, secretRemedies(address));
  const unkept = Object.keys(entry.unkept ?? {}).filter(
    (name) =>
      isGivenUp(entry, name, undefined) && made.changes.some(({ path }) => path === `${name}.enabled`),
  );
  if (unkept.length > 0) {
    return blocked({ code: 'disable-not-kept', fields: unkept, times: mostTries }, [
      { code: 'delete-in-dashboard' },
    ]);
  }
  const body = withMarkerPlace(made.body, live);
  return makeStep(planning, {
    ...seen,
    action: 'retire',
    reason: { code: 'retired' },
    changes: made.changes,
    requests: made.changes.length === 0 ? [] : [updateRequest(entry.kind, objectKey(entry), body)],
    predicted: { ...live.spec, ...body },
  });
}

interface ResourceToRetire {
  readonly address: Address;
  readonly entry: LedgerEntry;
  readonly live: Spec;
}

/** All modules other than protecting ones, disabled. The object then serves no requests, so no protection is lost. */
function retiredBody(
  planning: Planning,
  { address, entry, live }: ResourceToRetire,
): { readonly body: Spec; readonly changes: readonly FieldChange[] } | { readonly problem: StepReason } {
  const body: Record<string, Value> = {};
  const changes: FieldChange[] = [];
  const facts = factsOf(planning, entry.kind, entry);
  for (const [name, field] of Object.entries(kinds[entry.kind].fields)) {
    const value = live[name];
    if (value === undefined || field.inPath === true) continue;
    if (field.type !== 'module') {
      body[name] = value;
      continue;
    }
    if (field.module.role === 'protecting' || isSwitchedOff(value)) continue;
    const retired = retiredModule(planning, { address, name, field, live, entry });
    if ('problem' in retired) return retired;
    body[name] = retired.body;
    const path = [name, 'enabled'];
    changes.push(
      fieldChange(
        { path, field: undefined, before: true, after: false },
        { cause: 'removed', facts, covers: { path: [name], before: value, after: { enabled: false } } },
      ),
      ...retired.lost,
    );
  }
  return { body, changes };
}

function withSecretsHidden(live: Live, { applied, observed }: LedgerEntry): Spec {
  return hideLike(hideLike(live.spec, observed), applied);
}
