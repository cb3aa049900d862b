import { isJsonMap } from '../../text/json/json-access.ts';
import { ledgerSecret } from '../../derive/forms/ledger-form.ts';
import { isTree } from '../../derive/forms/tree.ts';
import { kinds } from '../../kinds/index.ts';
import type { StepReason } from '../../model/facts/reason.ts';
import type { Remedy } from '../../model/facts/remedy.ts';
import type { LedgerEntry } from '../../model/ledger/ledger.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Json, Spec, Value } from '../../model/value.ts';
import type { FieldResult } from '../compare/three-way.ts';
import { otherSenders } from '../exposure/access/other-senders.ts';
import { exposing, exposureOf } from '../exposure/exposure.ts';
import { outcomesOf } from '../exposure/outcomes.ts';
import { withReferences } from '../exposure/with-references.ts';
import { lostSinceApplied, possibleExposureOf, withPossibleExposure } from '../exposure/possible-exposure.ts';
import { dashboardFirst, secretRemedies } from '../finish/remedies.ts';
import type { Planning } from '../input.ts';
import { baseOf, hiddenLive, type FoundPair } from './steps-without-update.ts';
import { updateRequest } from './requests.ts';
import { makeStep } from './make-step.ts';
import { updateBody } from './update-body.ts';
import { asWritten } from '../compare/as-written.ts';
import { objectKey } from './object-key.ts';

interface Fields {
  readonly sent: readonly FieldResult[];
  /** Drifted and kept. */
  readonly drifted: readonly FieldResult[];
}

/** The single PATCH of a resource, or a blocked step with the reason why there is none. */
export function updateStep(planning: Planning, pair: FoundPair, { sent, drifted }: Fields): Step {
  const { desired, live } = pair;
  const { address, kind } = desired;
  const changes = sent.flatMap((result) => result.changes);
  const blocked = (reason: StepReason, remedies: readonly Remedy[]): Step =>
    makeStep(planning, { ...baseOf(pair), changes, action: 'blocked', reason, remedies });
  const names = sent.map(({ name }) => name);
  if (kinds[kind].operations.update === undefined) {
    return blocked({ code: 'cannot-change', kind, fields: names }, dashboardFirst(desired, planning));
  }
  if (!live.isManageable) {
    return blocked({ code: 'cannot-change-type', id: live.id }, [{ code: 'remove-and-forget', address }]);
  }
  const now = hiddenLive(pair);
  const made = updateBody(planning, { ...pair, live: { ...live, spec: now } }, { sent, drifted });
  if ('problem' in made) return blocked(made.problem, made.remedies ?? secretRemedies(address));
  const step = makeStep(planning, {
    ...baseOf(pair),
    action: 'update',
    reason: { code: isReverting(sent) ? 'reverts' : 'differs', fields: names },
    changes: [...changes, ...made.lost],
    requests: [updateRequest(kind, objectKey(live), made.body)],
    predicted: { ...now, ...made.body },
    desired: desired.spec,
    ...(isReverting(sent) ? { since: pair.entry.observed_at } : {}),
    ...(drifted.length === 0 ? {} : { drifted: drifted.map(({ name }) => name) }),
  });
  const written = withServiceDefaults(made.body, now, pair.entry);
  const after = { ...now, ...written };
  const more = [...otherSenders(pair.entry, now, after), ...lostSinceApplied(pair.entry, now, after)];
  const { applied } = pair.entry;
  // Live shows the values of secrets; which secrets they are, the last apply knows.
  const before = applied === undefined ? now : withReferences(now, asWritten(applied));
  const change = { kind, before, after: { ...before, ...written } };
  const exposure = exposureOf(change, more);
  const checked = exposing(planning, { ...step, outcomes: outcomesOf(change, step.changes) }, exposure);
  return withPossibleExposure(checked, possibleExposureOf({ kind, before: now, after }, pair.entry));
}

function isReverting(sent: readonly FieldResult[]): boolean {
  return sent.some(({ verdict }) => verdict === 'outside' || verdict === 'conflict');
}

/**
 * The result that the service makes of a body: fields that it filled in when we last sent the module without them, it
 * fills in again. No other fields: values set outside since, or before we ever sent the module, are lost with the
 * PATCH.
 */
function withServiceDefaults(body: Spec, now: Spec, { applied, observed }: LedgerEntry): Spec {
  if (applied === undefined) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, sent]) => [
      name,
      filled(sent, { now: now[name], applied: applied[name], observed: observed[name] }),
    ]),
  );
}

interface KnownSides {
  readonly now: Value | undefined;
  readonly applied: Json | undefined;
  readonly observed: Json | undefined;
}

function filled(sent: Value, { now, applied, observed }: KnownSides): Value {
  if (!isTree(sent) || !isTree(now) || !isJsonTree(applied) || !isJsonTree(observed)) return sent;
  const more = Object.entries(now).flatMap(([key, value]): [string, Value][] => {
    if (key in sent || applied[key] !== undefined || observed[key] === undefined) return [];
    // API 2.6 states that a module sent without `enabled` is enabled, so the next write enables a retired one.
    if (key === 'enabled' && value === false) return [];
    return isPlainlySame(value, observed[key]) ? [[key, value]] : [];
  });
  const given = Object.entries(sent).map(([key, value]): [string, Value] => [
    key,
    filled(value, { now: now[key], applied: applied[key], observed: observed[key] }),
  ]);
  return Object.fromEntries([...given, ...more]);
}

/** A kept secret is never equal: it cannot be a default. */
function isPlainlySame(live: Value, observed: Json): boolean {
  return JSON.stringify(live) === JSON.stringify(observed) && ledgerSecret(observed) === undefined;
}

function isJsonTree(value: Json | undefined): value is Readonly<Record<string, Json>> {
  return isJsonMap(value) && ledgerSecret(value) === undefined;
}
