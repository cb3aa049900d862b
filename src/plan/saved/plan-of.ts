import type { TrafficShift } from '../../model/traffic/traffic-shift.ts';
import type { Step } from '../../model/plan/step.ts';
import { parseTemplate } from '../../derive/forms/parse-template.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { ApplyTime } from '../../model/plan/schedule.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { Secret, masked } from '../../model/secret.ts';
import type { Json, JsonObject, Spec, Value } from '../../model/value.ts';
import type { Address } from '../../model/workspace/address.ts';
import {
  changeOf,
  exposureFacts,
  outcomesIn,
  noteOf,
  reasonIn,
  refusalOf,
  remediesIn,
} from './saved-facts.ts';
import type { ChangedTest, TestedSide } from '../../model/traffic/plan-tests.ts';
import type {
  SavedPlan,
  SavedRequest,
  SavedShift,
  SavedStep,
  SavedTest,
  SavedTestSide,
} from './plan-document.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { pointerStep } from '../../text/pointer.ts';
import type { Operation } from '../../kinds/operation.ts';
import type { PlannedRequest } from '../../model/plan/planned-request.ts';

/** Properties of the document that are derived from the steps. */
interface DerivedMembers {
  readonly is_empty?: boolean;
  readonly secrets?: readonly unknown[];
}

interface DerivedCounts {
  readonly refused?: number;
  readonly text?: string;
}

/**
 * Turns a checked document back into a plan, with secret references restored. `desired` and `predicted` are missing, so
 * the plan can be shown but not applied.
 */
export function planOf({ bound, ...saved }: SavedPlan): Plan {
  const {
    is_empty: _empty,
    secrets: _sent,
    traffic,
    tests,
    apply_time,
    summary,
    ...rest
  } = saved as SavedPlan & DerivedMembers;
  const { text: _sentence, ...applyTime } = apply_time ?? {};
  // The number of refusals and the text are derived.
  const { refused: _refused, text: _text, ...counts } = summary as typeof summary & DerivedCounts;
  const { exposure, revert, deletes, changed_percent, empty } = bound.allowed;
  return {
    ...rest,
    format: 1,
    summary: counts,
    steps: saved.steps.map(stepOf),
    refusals: saved.refusals.map(refusalOf),
    notes: saved.notes.map(noteOf),
    ...withoutUndefined({
      traffic: traffic?.map(shiftOf),
      tests: tests === undefined ? undefined : { ...tests, changed: tests.changed.map(changedTestOf) },
      applyTime: apply_time === undefined ? undefined : (applyTime as ApplyTime),
    }),
    bound: {
      ...bound,
      allowed: {
        exposure,
        ...withoutUndefined({ deletes, revert, changedPercent: changed_percent }),
        ...(empty === true ? { empty } : {}),
      },
    },
  };
}

function changedTestOf({ before, after, ...same }: SavedTest): ChangedTest {
  return { ...same, before: testedSideOf(before), after: testedSideOf(after) };
}

function testedSideOf({ result, got, results = [], missing = [], failure }: SavedTestSide): TestedSide {
  return {
    result,
    results: got === undefined ? results : [got],
    missing,
    ...withoutUndefined({ failure }),
  };
}

function shiftOf({ occupied_by: occupiedBy, shared_with: sharedWith, ...same }: SavedShift): TrafficShift {
  return { ...same, ...withoutUndefined({ occupiedBy, sharedWith }) };
}

/** Properties with another name in the document. */
interface OtherNames {
  readonly is_protected: boolean;
  readonly missing_secrets: readonly string[];
  readonly rests_on?: readonly Address[];
}

function stepOf(saved: SavedStep): Step {
  const { change, changes, requests, live_hash, desired_hash: _only, ...named } = saved;
  const {
    is_protected,
    exposure,
    possible_exposure: possibleExposure,
    weakened,
    outcomes,
    missing_secrets,
    rests_on: restsOn,
    ...same
  } = named as typeof named & OtherNames;
  return {
    ...same,
    hash: change,
    reason: reasonIn(saved),
    remedies: remediesIn(saved),
    changes: changes.map(changeOf),
    requests: requests.map((request) => requestOf(saved.kind, request)),
    missingSecrets: missing_secrets,
    isProtected: is_protected,
    ...withoutUndefined({
      restsOn,
      possibleExposure: possibleExposure && exposureFacts(possibleExposure),
      weakened: weakened && exposureFacts(weakened),
      outcomes: outcomes && outcomesIn(outcomes),
      liveHash: live_hash,
      exposure: exposure && {
        direction: exposure.direction,
        reasons: exposureFacts(exposure.reasons),
        isAllowed: exposure.is_allowed,
        change: exposure.change,
      },
    }),
  };
}

function requestOf(
  kind: KindName,
  { method, path, body, filled_in: filledIn }: SavedRequest,
): PlannedRequest {
  const operation = operationOf(kind, method);
  return {
    operation,
    method: operation.method,
    path,
    body: body === undefined ? undefined : bodyOf(body, filledIn),
    ...withoutUndefined({ filledIn }),
  };
}

/** The schema allows any write method; the kind's table decides which operation it is. */
function operationOf(kind: KindName, method: string): Operation {
  const { create, update, delete: remove } = kinds[kind].operations;
  const found = [create, update, remove].find((operation) => operation?.method === method);
  return found ?? { ...create, method: method as Operation['method'] };
}

function bodyOf(body: JsonObject, filledIn: PlannedRequest['filledIn'] = []): Spec {
  const secrets = new Map(filledIn.map((place) => [place.at, place.with]));
  const visit = (value: Json, at: string): Value => {
    const what = secrets.get(at);
    if (typeof value === 'string' && what === 'secret')
      return parseTemplate(value, at.startsWith('/traffic_policy') ? 'policy' : 'text');
    if (typeof value === 'string' && what === 'live-secret') return new Secret(masked);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item: Json, index) => visit(item, `${at}/${index}`));
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, visit(item, `${at}/${pointerStep(key)}`)]),
    );
  };
  return visit(body, '') as Spec;
}
