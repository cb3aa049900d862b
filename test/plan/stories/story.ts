import { kinds } from '../../../src/kinds/index.ts';
import type { ChangeCause } from '../../../src/model/plan/change.ts';
import type { JsonObject } from '../../../src/model/value.ts';
import type { PlanCase } from '../plan-case.ts';
import type { Subject } from './module-subjects.ts';
import { changeLine, changesBetween, type Outcome } from './outcome.ts';

/** A plan case made from the tables, and its expected outcome. */
export interface Story {
  readonly title: string;
  readonly one: PlanCase;
  readonly then: Outcome;
}

/** A module in each source; `undefined` if that source does not have it. */
export interface Sides {
  /** As declared, applied and observed at the last write. */
  readonly was: JsonObject | undefined;
  /** As declared now, if that differs. */
  readonly files?: JsonObject | undefined;
  readonly live?: JsonObject | undefined;
}

/** The secrets that a module refers to; the service returns them in clear. */
const secrets = { STORY: 'correct-horse-battery', OTHER: 'staple-correct-horse' };

export const addressOf = ({ kind }: Subject): string => `${kind}/docs`;

/** The plan case of a module; `more` sets other keys of the case. */
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

/** Outcome: nothing is sent and nothing is shown but the notes. */
export const keeps = (...notes: readonly string[]): Outcome => ({ ...nothing, notes });

/** Outcome: the live value is kept, and the plan shows the drift. */
export const drifts = (changes: readonly string[]): Outcome => ({ ...nothing, action: 'drift', changes });

/** Outcome: both sides changed, so the step is blocked until a person decides. */
export const conflicts = (changes: readonly string[]): Outcome => ({
  ...nothing,
  action: 'blocked',
  changes,
});

/**
 * Outcome: one PATCH with the fields that are not modules and this module whole, which the service replaces. If the API
 * has no update, the step is blocked with the same changes.
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

/** The fields of a body that are not modules, without those that are part of the path. */
export function bodyOthers(kind: Subject['kind'], others: JsonObject): JsonObject {
  const { fields } = kinds[kind];
  return Object.fromEntries(Object.entries(others).filter(([name]) => fields[name]?.inPath !== true));
}

/** The changes that the files made to a module; fields that they no longer declare have the cause `removed`. */
export function changesByFiles(
  { kind, name }: Subject,
  live: JsonObject,
  files: JsonObject,
): readonly string[] {
  return changesBetween(kind, { [name]: live }, { [name]: files }, { otherwise: 'removed' });
}

/** The changes that were made to a module outside Edgewright. */
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

/** The shown changes of a module that the live object lacks: one a field, or one for an empty module. */
export function added({ kind, name }: Subject, module: JsonObject, cause: ChangeCause): readonly string[] {
  if (Object.keys(module).length === 0) return [changeLine(name, undefined, {}, cause)];
  return changesBetween(kind, {}, { [name]: module }, { otherwise: cause, declared: cause });
}

/** The shown change of `enabled`. */
export function switched(
  { name }: Subject,
  before: boolean | undefined,
  after: boolean | undefined,
  cause: ChangeCause,
): string {
  return changeLine(`${name}.enabled`, before, after, cause);
}
