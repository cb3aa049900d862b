import { kinds } from '../../../src/kinds/index.ts';
import type { ChangeCause } from '../../../src/model/plan/change.ts';
import type { JsonObject } from '../../../src/model/value.ts';
import type { PlanCase } from '../plan-case.ts';
import type { Subject } from './module-subjects.ts';
import { changeLine, changesBetween, type Outcome } from './outcome.ts';

/** A plan case that is made from the tables, and what must come of it. */
export interface Story {
  readonly title: string;
  readonly one: PlanCase;
  readonly then: Outcome;
}

/** A module on all sides; `undefined`: the side does not have it. */
export interface Sides {
  /** As declared, applied and observed at the last write. */
  readonly was: JsonObject | undefined;
  /** Now, where that differs. */
  readonly files?: JsonObject | undefined;
  readonly live?: JsonObject | undefined;
}

/** The secrets that a module refers to; the service answers them in clear. */
const secrets = { STORY: 'correct-horse-battery', OTHER: 'staple-correct-horse' };

export const addressOf = ({ kind }: Subject): string => `${kind}/docs`;

/** The case of a module; `more` is about the whole of it. */
export function caseOf(subject: Subject, sides: Sides, more: Partial<PlanCase> = {}): PlanCase {
  const address = addressOf(subject);
  const side = (key: keyof Sides): NonNullable<PlanCase['was']> =>
    key in sides ? { [address]: { [subject.name]: sides[key] ?? null } } : {};
  const was = sides.was === undefined ? {} : { [subject.name]: sides.was };
  return {
    name: '',
    expect: '',
    secrets,
    was: { [address]: { ...subject.others, ...was } },
    desired: side('files'),
    live: side('live'),
    ...more,
  };
}

const nothing: Outcome = { action: 'keep', changes: [], body: undefined, missingSecrets: [], notes: [] };

/** Nothing is done. */
export const keeps = (...notes: readonly string[]): Outcome => ({ ...nothing, notes });

/** Live is kept; the plan shows that it is not what the files say. */
export const drifts = (changes: readonly string[]): Outcome => ({ ...nothing, action: 'drift', changes });

/** Both sides changed: nothing is sent until a reader says which is right. */
export const conflicts = (changes: readonly string[]): Outcome => ({
  ...nothing,
  action: 'blocked',
  changes,
});

/**
 * One PATCH with the fields that are not modules and this module as it is to be, whole: the service replaces what it had
 * of it. Where the API has no update, the step is blocked and says the same changes.
 */
export function sends(
  { kind, name, others }: Subject,
  module: JsonObject | undefined,
  changes: readonly string[],
): Outcome {
  if (kinds[kind].operations.update === undefined) return { ...nothing, action: 'blocked', changes };
  const body = { ...bodyOthers(kind, others), ...(module === undefined ? {} : { [name]: module }) };
  return { ...nothing, action: 'update', changes, body };
}

/** The fields beside modules that a body carries: those of the path are not among them. */
export function bodyOthers(kind: Subject['kind'], others: JsonObject): JsonObject {
  const { fields } = kinds[kind];
  return Object.fromEntries(Object.entries(others).filter(([name]) => fields[name]?.inPath !== true));
}

/** What the files changed of a module: what they say no longer has the cause `removed`. */
export function changesByFiles(
  { kind, name }: Subject,
  live: JsonObject,
  files: JsonObject,
): readonly string[] {
  return changesBetween(kind, { [name]: live }, { [name]: files }, { otherwise: 'removed' });
}

/** The same of what was changed outside. */
export function changesOutside(
  { kind, name }: Subject,
  live: JsonObject,
  files: JsonObject,
): readonly string[] {
  return changesBetween(
    kind,
    { [name]: live },
    { [name]: files },
    { otherwise: 'outside', declared: 'outside' },
  );
}

/** What is shown of a module that live does not have: each of its fields, or that it is empty. */
export function added({ kind, name }: Subject, module: JsonObject, cause: ChangeCause): readonly string[] {
  if (Object.keys(module).length === 0) return [changeLine(name, undefined, {}, cause)];
  return changesBetween(kind, {}, { [name]: module }, { otherwise: cause, declared: cause });
}

/** What is shown of `enabled`. */
export function switched(
  { name }: Subject,
  before: boolean | undefined,
  after: boolean | undefined,
  cause: ChangeCause,
): string {
  return changeLine(`${name}.enabled`, before, after, cause);
}
