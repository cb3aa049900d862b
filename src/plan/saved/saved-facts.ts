/**
 * Reads the facts of a saved plan by code and data: sentences in a document are never trusted. `unknownFact` must be
 * called first; the other functions assume that every fact is known.
 */
import type { FieldChange } from '../../model/plan/change.ts';
import { readExposure, type ExposureFact } from '../../model/facts/exposure.ts';
import { readNote } from '../../model/facts/note.ts';
import {
  readNotCompared,
  readOutcomeChange,
  type RequestOutcomes,
} from '../../model/facts/request-outcomes.ts';
import { readReason, type StepReason } from '../../model/facts/reason.ts';
import { readRefusal } from '../../model/facts/refusal.ts';
import { readRemedy, type Remedy } from '../../model/facts/remedy.ts';
import type { PlanNote, Refusal } from '../../model/plan/plan.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import type {
  SavedChange,
  SavedNote,
  SavedOutcomes,
  SavedPlan,
  SavedRefusal,
  SavedStep,
} from './plan-document.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { readSecret } from '../../model/facts/secret-fact.ts';

/** JSON pointer, in the plan, to the first fact that this version does not know; undefined if it knows all. */
export function unknownFact({ steps, notes, refusals }: SavedPlan): string | undefined {
  return firstUnknown([
    ...steps.flatMap((step, index) => factsOf(step, `/steps/${index}`)),
    ...refusals.map(({ fact }, index) => stated(`/refusals/${index}/fact`, fact, readRefusal)),
    ...notes.flatMap(({ fact, values = [] }, index) => [
      stated(`/notes/${index}/fact`, fact, readNote),
      ...values.map(({ why }, at) => stated(`/notes/${index}/values/${at}/why`, why, readSecret)),
    ]),
  ]);
}

interface FactPlace {
  readonly at: string;
  readonly isKnown: boolean;
}

function stated(at: string, fact: Json, read: (fact: Json) => object | undefined): FactPlace {
  return { at, isKnown: read(fact) !== undefined };
}

function firstUnknown(all: readonly FactPlace[]): string | undefined {
  return all.find(({ isKnown }) => !isKnown)?.at;
}

function factsOf(step: SavedStep, at: string): readonly FactPlace[] {
  const { exposure, possible_exposure, weakened, changes, reason, remedies } = step;
  const lists = { 'exposure/reasons': exposure?.reasons, possible_exposure, weakened };
  return [
    stated(`${at}/reason`, reason, readReason),
    ...remedies.map((fact, index) => stated(`${at}/remedies/${index}`, fact, readRemedy)),
    ...Object.entries(lists).flatMap(([name, facts = []]) =>
      facts.map((fact, index) => stated(`${at}/${name}/${index}`, fact, readExposure)),
    ),
    ...outcomeFacts(step, `${at}/outcomes`),
    ...changes.flatMap(({ secret }, index) =>
      secret === undefined ? [] : [stated(`${at}/changes/${index}/secret`, secret, readSecret)],
    ),
  ];
}

function outcomeFacts({ outcomes }: SavedStep, at: string): readonly FactPlace[] {
  if (outcomes === undefined) return [];
  const { changes = [], not_compared: notCompared } = outcomes;
  return [
    { at, isKnown: outcomesIn(outcomes) !== undefined },
    ...changes.map((fact, index) => stated(`${at}/changes/${index}`, fact, readOutcomeChange)),
    ...(notCompared === undefined ? [] : [stated(`${at}/not_compared`, notCompared, readNotCompared)]),
  ];
}

/** Undefined if a part is missing that `is` requires. */
export function outcomesIn({
  is: kind,
  changes = [],
  more,
  not_compared,
}: SavedOutcomes): RequestOutcomes | undefined {
  const why = not_compared === undefined ? undefined : readNotCompared(not_compared);
  switch (kind) {
    case 'same':
      return { is: kind };
    case 'not-compared':
      return why === undefined ? undefined : { is: kind, not_compared: why };
    case 'changed': {
      const read = changes.flatMap((fact) => readOutcomeChange(fact) ?? []);
      if (read.length === 0 || more === undefined) return undefined;
      return { is: kind, changes: read, more, ...withoutUndefined({ not_compared: why }) };
    }
  }
}

export function exposureFacts(facts: readonly JsonObject[]): readonly ExposureFact[] {
  return facts.map((fact) => known(readExposure(fact)));
}

export function reasonIn({ reason }: Pick<SavedStep, 'reason'>): StepReason {
  return known(readReason(reason));
}

export function remediesIn({ remedies }: Pick<SavedStep, 'remedies'>): readonly Remedy[] {
  return remedies.map((fact) => known(readRemedy(fact)));
}

export function changeOf({ is_secret, secret, ...change }: SavedChange): FieldChange {
  return {
    ...change,
    isSecret: is_secret,
    ...withoutUndefined({ secret: secret && known(readSecret(secret)) }),
  };
}

export function refusalOf({ override: _words, fact, ...refusal }: SavedRefusal): Refusal {
  return { ...refusal, fact: known(readRefusal(fact)) };
}

export function noteOf({ fact, values, ...note }: SavedNote): PlanNote {
  return {
    ...note,
    fact: known(readNote(fact)),
    ...withoutUndefined({
      values: values?.map(({ why, ...value }) => ({ ...value, why: known(readSecret(why)) })),
    }),
  };
}

function known<F>(fact: F | undefined): F {
  if (fact === undefined) throw new Error('a fact of a saved plan that was not checked');
  return fact;
}
