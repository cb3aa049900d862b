import { maskedValue } from '../../../derive/forms/masked.ts';
import { planDigest } from '../../../derive/plan-digest.ts';
import type { ExposureFact } from '../../../model/facts/exposure.ts';
import type { RequestOutcomes } from '../../../model/facts/request-outcomes.ts';
import type { FieldChange } from '../../../model/plan/change.ts';
import type { MadeBy, Plan, PlanBinding, PlanNote, Refusal } from '../../../model/plan/plan.ts';
import { isSilentStep, type Step } from '../../../model/plan/step.ts';
import type { ChangedTest, TestedSide } from '../../../model/traffic/plan-tests.ts';
import type { TrafficShift } from '../../../model/traffic/traffic-shift.ts';
import type { Names } from '../named-ids.ts';
import { sentSecrets } from '../sent-secrets.ts';
import { refusedCount, summaryText } from '../summary.ts';
import { applyTimeText } from '../words/apply-time-words.ts';
import { exposureReason } from '../words/exposure-words.ts';
import { noteText } from '../words/note-words.ts';
import { reasonText } from '../words/reason-words.ts';
import { overrideText, refusalText } from '../words/refusal-words.ts';
import { remedyText } from '../words/remedy-words.ts';
import { notComparedText, outcomeChangeText } from '../words/request-outcome-words.ts';
import { secretText } from '../words/secret-words.ts';
import { gotTree } from '../../tests/request-words.ts';
import { jsonText } from '../../text/json.ts';
import { hashOf } from '../../../text/hash.ts';
import type { PlannedRequest } from '../../../model/plan/planned-request.ts';
import { said } from '../words/say.ts';

/** The version of the document; `schemas/plan.schema.json` is its schema. */
const format = 1;

/** Plans as JSON text, one for each environment. Bodies are masked: it has no secrets. */
export function planJson(plans: readonly Plan[], madeBy?: MadeBy): string {
  return jsonText(planDocument(plans, madeBy));
}

/** The document as a value; undefined properties are absent in JSON. `madeBy` is absent in a saved plan. */
export function planDocument(plans: readonly Plan[], madeBy?: MadeBy): object {
  return { format, digest: planDigest(plans), made_by: madeBy, plans: plans.map(planTree) };
}

function planTree(plan: Plan): object {
  const { environment, lineage, serial, base, bound, names, summary, refusals, steps, notes, traffic } = plan;
  const { applyTime, tests } = plan;
  return {
    environment,
    lineage,
    serial,
    base,
    bound: bound && bindingTree(bound),
    is_empty: steps.every(isSilentStep),
    names,
    summary: { ...summary, refused: refusedCount(plan), text: summaryText(plan) },
    refusals: refusals.map(refusalTree),
    traffic: traffic?.map(shiftTree),
    tests: tests && testsTree(tests),
    apply_time: applyTime && { ...applyTime, text: applyTimeText(applyTime) },
    secrets: sentSecrets(plan).map(({ name, isSet }) => ({ name, is_set: isSet })),
    steps: steps.map((step) => stepTree(step, names)),
    notes: notes.map(noteTree),
  };
}

function refusalTree(refusal: Refusal): object {
  const { gate, fact, addresses, approvals } = refusal;
  return {
    gate,
    fact: { ...fact, text: refusalText(refusal) },
    addresses,
    override: overrideText(refusal),
    approvals,
  };
}

/** A note in the documents of plans and drift. */
export function noteTree(note: PlanNote): object {
  const { topic, address, origin, fact, values } = note;
  return {
    topic,
    address,
    origin,
    fact: { ...fact, text: noteText(note) },
    values: values?.map(({ why, ...value }) => ({ ...value, why: said(why, secretText) })),
  };
}

function shiftTree({ space, from, to, occupiedBy, sharedWith, protection }: TrafficShift): object {
  return { space, from, to, occupied_by: occupiedBy, shared_with: sharedWith, protection };
}

function testsTree({ count, changed, failing }: NonNullable<Plan['tests']>): object {
  return { count, changed: changed.map(changedTestTree), failing };
}

/** A test whose outcome changes, in the documents of plans and drift. */
export function changedTestTree({ name, origin, before, after }: ChangedTest): object {
  const side = (tested: TestedSide): object => ({
    result: tested.result,
    ...gotTree(tested),
    failure: tested.failure,
  });
  return { name, origin, before: side(before), after: side(after) };
}

/** A step in the documents of plans and drift; `names` are for its sentences alone. */
export function stepTree(step: Step, names: Names = {}): object {
  const { action, address, kind, id, edge_id, formerly, reason, hash, origin } = step;
  return {
    action,
    address,
    kind,
    id,
    edge_id,
    formerly,
    labels: step.labels,
    reason: said(reason, reasonText),
    change: hash,
    origin,
    since: step.since,
    drifted: step.drifted,
    rests_on: step.restsOn,
    attribution: step.attribution,
    is_protected: step.isProtected,
    exposure: step.exposure && {
      direction: step.exposure.direction,
      reasons: step.exposure.reasons.map((fact) => exposureTree(fact, names)),
      is_allowed: step.exposure.isAllowed,
      change: step.exposure.change,
    },
    possible_exposure: step.possibleExposure?.map((fact) => exposureTree(fact, names)),
    weakened: step.weakened?.map((fact) => exposureTree(fact, names)),
    outcomes: step.outcomes && outcomesTree(step.outcomes, names),
    protection: step.protection,
    changes: step.changes.map(changeTree),
    remedies: step.remedies.map((remedy) => said(remedy, remedyText)),
    missing_secrets: step.missingSecrets,
    unknown: step.unknown,
    requests: step.requests.map(requestTree),
    live_hash: step.liveHash,
    desired_hash: step.desired && hashOf(maskedValue(step.desired)),
  };
}

/** All changes of outcomes that were computed. */
function outcomesTree(outcomes: RequestOutcomes, names: Names): object {
  const changes = outcomes.is === 'changed' ? outcomes.changes : undefined;
  const notCompared = outcomes.is === 'same' ? undefined : outcomes.not_compared;
  return {
    ...outcomes,
    changes: changes?.map((change) =>
      said(change, (outcomeChange) => outcomeChangeText(outcomeChange, names)),
    ),
    not_compared: notCompared && said(notCompared, notComparedText),
  };
}

/** The losses of a fact are facts too; the rows are those of the table that people read. */
function exposureTree(fact: ExposureFact, names: Names): object {
  const { headline, table } = exposureReason(fact, names);
  const lost = 'lost' in fact ? { lost: fact.lost.map((loss) => exposureTree(loss, names)) } : {};
  return { ...fact, ...lost, text: headline, rows: table?.rows };
}

/** Leaves out the inputs of the change id, which the id stands for. */
function changeTree({
  isSecret,
  fact: _fact,
  isByValue: _isByValue,
  secret,
  ...change
}: FieldChange): object {
  return { ...change, secret: secret && said(secret, secretText), is_secret: isSecret };
}

function requestTree({ method, path, body, filledIn }: PlannedRequest): object {
  return {
    method,
    path,
    body: body === undefined ? undefined : maskedValue(body),
    filled_in: filledIn,
  };
}

function bindingTree({ tool, api, desired, only, allowed }: PlanBinding): object {
  const { exposure, revert, deletes, changedPercent, empty } = allowed;
  const gates = { exposure, revert, deletes, changed_percent: changedPercent, empty };
  return { tool, api, desired, only, allowed: gates };
}
