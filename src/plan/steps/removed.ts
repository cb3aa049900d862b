import { valueAtAnyCase } from '../../derive/forms/tree.ts';
import { differences } from '../../derive/compare/differences.ts';
import { hideLike } from '../../derive/forms/ledger-form.ts';
import { liveHash } from '../../derive/forms/live-hash.ts';
import { isGivenUp, mostTries } from '../../derive/forms/not-persisted.ts';
import { settlingSeconds } from '../../derive/forms/settling.ts';
import { isSwitchedOff } from '../../derive/module-state.ts';
import { kinds } from '../../kinds/index.ts';
import type { StepReason } from '../../model/facts/reason.ts';
import type { Remedy } from '../../model/facts/remedy.ts';
import type { LedgerEntry } from '../../model/ledger/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { FieldChange } from '../../model/plan/change.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Spec, Value } from '../../model/value.ts';
import type { Address } from '../../model/workspace.ts';
import { ledgerClaim } from '../obstacles/claims.ts';
import { fieldChange, writtenReference } from '../compare/change.ts';
import { sameAsLedger } from '../compare/same-as-ledger.ts';
import { removedRemedies, secretRemedies } from '../finish/remedies.ts';
import { factsOf, type Planning } from '../input.ts';
import type { Pair } from './pair.ts';
import { deleteRequest, updateRequest, withMarkerPlace } from './requests.ts';
import { retiredModule } from './retire-module.ts';
import { makeStep, objectKey } from './step.ts';
import { lineColumn } from '../../text/line-column.ts';

type RemovedPair = Extract<Pair, { type: 'removed' }>;

/** The step for a resource in the ledger that is no longer declared. */
export function removedStep(planning: Planning, pair: RemovedPair): Step {
  const { address, entry, live } = pair;
  const { kind } = entry;
  const base = { address, kind, ...objectKey(entry) };
  if (live === 'missing') {
    return makeStep(planning, { ...base, action: 'forget', reason: { code: 'gone-too' } });
  }
  const seen: RetiredObject = { ...base, liveHash: liveHash(live, undefined, entry.applied) };
  const decision = planning.removed.find((document) => document.address === address);
  if (decision?.then === 'forget') {
    return makeStep(planning, { ...seen, action: 'forget', reason: { code: 'forgotten' } });
  }
  if (decision !== undefined) return retireStep(planning, { ...pair, live }, seen);
  if (kinds[kind].operations.delete !== undefined) return deleteStep(planning, { ...pair, live }, seen);
  return makeStep(planning, {
    ...seen,
    action: 'blocked',
    reason: { code: 'cannot-delete', kind },
    remedies: removedRemedies(address, kind),
  });
}

function deleteStep(planning: Planning, { address, entry, live }: RemovedObject, seen: RetiredObject): Step {
  const { kind } = entry;
  const { secrets } = planning;
  if (!live.isManageable) {
    return makeStep(planning, {
      ...seen,
      action: 'blocked',
      reason: { code: 'cannot-delete-type', id: live.id },
      remedies: [{ code: 'forget', address }],
    });
  }
  const now = withSecretsHidden(live, entry);
  const facts = factsOf(planning, kind, entry);
  noteLostDrift(planning, address, entry, now);
  return makeStep(planning, {
    ...seen,
    action: 'delete',
    reason: removalReason(planning, address),
    changes: differences(kinds[kind].fields, now, undefined, secrets).map((difference) => {
      const { path, before, field } = difference;
      const observed = valueAtAnyCase(entry.observed, path);
      const isOurs = sameAsLedger(field, before, observed, { secrets }, path);
      const written = isOurs ? writtenReference(entry, path) : undefined;
      return fieldChange(difference, { cause: 'removed', facts, written, secrets });
    }),
    requests: [deleteRequest(kind, objectKey(entry))],
  });
}

function removalReason({ restricted = [], environment }: Planning, address: Address): StepReason {
  const declared = restricted.find((one) => one.address === address);
  const [first] = declared?.environments ?? [];
  if (declared === undefined || first === undefined) return { code: 'removed' };
  const { line } = lineColumn(declared.source, first.node.start);
  return {
    code: 'restricted',
    environment: environment.name,
    place: `${declared.source.path}:${line}`,
  };
}

/** Notes outside changes that are lost with the deleted object. */
function noteLostDrift({ found, secrets }: Planning, address: Address, entry: LedgerEntry, now: Spec): void {
  const drifted = Object.entries(kinds[entry.kind].fields)
    .filter(
      ([name, field]) =>
        field.readOnly !== true && !sameAsLedger(field, now[name], entry.observed[name], { secrets }, [name]),
    )
    .map(([name]) => name);
  if (drifted.length === 0) return;
  const fact = { code: 'change-lost', fields: drifted, since: entry.observed_at } as const;
  found.push({ topic: 'undeclared-drift', address, fact });
}

/** Forgets an orphan once its object is gone; until then each plan has a note on it. */
export function orphanSteps(
  planning: Planning,
  { address, orphan, live }: Extract<Pair, { type: 'orphan' }>,
): readonly Step[] {
  const { kind, id, how, since } = orphan;
  if (live === 'missing') {
    if (settlingSeconds(orphan, planning.now) === 0)
      return [makeStep(planning, { address, kind, id, action: 'forget', reason: { code: 'orphan-gone' } })];
    // Written a moment ago, so the 404 may be temporary.
    planning.found.push({ topic: 'settling', address, fact: { code: 'settling', id } });
    return [];
  }
  const claim = ledgerClaim(planning, id);
  const owned = claim === undefined ? {} : { owner: claim.owner, other: claim.address ?? address };
  const name = address.slice(address.indexOf('/') + 1);
  planning.found.push({
    topic: 'orphan',
    address,
    fact: { code: 'orphaned', how, since, id, name, ...owned },
  });
  return [];
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
