/**
 * One object, field by field: desired, live, and what the ledger kept of our last write. The unit is the top-level
 * field, because a PATCH replaces a module whole (API 4.10 rule 2): within it, whose change is whose cannot be taken
 * apart when it is sent. For each unit the result says what differs, because of whom, and what must therefore happen.
 */
import type { Field, Fields } from '../kinds/field.ts';
import { compareValues, isIdentical } from '../derive/canonical.ts';
import { fieldsOf } from '../derive/fields.ts';
import { hideLike } from '../derive/kept.ts';
import { hasSecret } from '../derive/masked.ts';
import type { Desired } from '../model/desired.ts';
import type { LedgerEntry } from '../model/ledger.ts';
import type { FieldChange } from '../model/plan.ts';
import type { Json, Spec, Value } from '../model/value.ts';
import { fieldChange } from './change.ts';
import { covers, keptCovers, sameAsKept } from './same-as-kept.ts';
import type { FieldSides, Sides } from './field-sides.ts';
import { sortLeaves } from './sort-leaves.ts';
import { isSwitchedOff, withStatedEnabled } from './stated-enabled.ts';
import { isTakenOver } from './taken-over.ts';

/** What is to be done about a field. */
export type Verdict =
  /** Nothing. */
  | 'same'
  /** Send what YAML says. */
  | 'send'
  /** We applied it and YAML no longer has it: send the value that means none, or disable the module. */
  | 'take-out'
  /** The same, and no value means none. */
  | 'cannot-take-out'
  /** Somebody changed it outside; YAML did not. */
  | 'outside'
  /** Both did. */
  | 'conflict';

export interface FieldResult {
  readonly name: string;
  readonly field: Field;
  readonly verdict: Verdict;
  readonly changes: readonly FieldChange[];
  /** What somebody changed in fields that YAML never declared: a note. */
  readonly undeclared: readonly FieldChange[];
  /** Somebody changed it outside, and YAML says the same now: a note. */
  readonly isTakenOver: boolean;
  /** Secrets that could not be compared: a note. */
  readonly notCompared: readonly FieldChange[];
  /** What the service answered right after our last write, though we sent something else: a note. */
  readonly serverForm: readonly FieldChange[];
}

/** True when nobody has changed anything since our last write, and there is no secret to look at: the short way. */
export function isUntouched({ desired, live, entry }: Sides): boolean {
  return isIdentical(live, entry.observed) && isAsAnswered(desired, entry);
}

const asAnswered = new WeakMap<LedgerEntry, { readonly desired: Desired; readonly answer: boolean }>();

/**
 * Whether our last write was what is written down now, and its answer had all of it. The larger part of the short way,
 * and nothing live is in it: a plan asks it of every resource while it waits for the API.
 */
export function isAsAnswered(desired: Desired, entry: LedgerEntry): boolean {
  const known = asAnswered.get(entry);
  if (known?.desired === desired) return known.answer;
  const { applied, observed } = entry;
  const answer =
    applied !== undefined && isIdentical(desired.spec, applied) && covers(observed, desired.spec);
  asAnswered.set(entry, { desired, answer });
  return answer;
}

export function compareFields(sides: Sides, fields: Fields): readonly FieldResult[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.readOnly === true || field.inPath === true) return [];
    if (field.writes !== undefined && !field.writes.includes('update')) return [];
    return [compareField(sidesOf(sides, name, field))];
  });
}

function sidesOf(sides: Sides, name: string, field: Field): FieldSides {
  const { desired, entry, live, eyes } = sides;
  const seen = live[name];
  const patterns = [entry.observed, entry.applied, desired.spec].flatMap((spec) => {
    const value = spec?.[name];
    return value === undefined ? [] : [{ [name]: value }];
  });
  const hidden = seen === undefined ? undefined : patterns.reduce<Spec>(hideLike, { [name]: seen })[name];
  const now = withStatedEnabled(field, hidden);
  const applied = withStatedEnabled(field, entry.applied?.[name]);
  const observed = withStatedEnabled(field, entry.observed[name]);
  // A module that is new is shown as it is written.
  const wanted = now === undefined ? desired.spec[name] : withStatedEnabled(field, desired.spec[name]);
  const isOutside = [observed, settled(field, applied, observed)].every(
    (known) => !sameAsKept(field, now, known, eyes, [name]),
  );
  return { ...sides, name, field, wanted, now, applied, observed, isOutside };
}

/** What somebody changed and the files took over since is nobody's outside change any more: we applied it, unsent. */
function settled(
  field: Field | undefined,
  applied: Json | undefined,
  observed: Json | undefined,
): Json | undefined {
  const fields = field === undefined ? undefined : fieldsOf(field);
  if (fields === undefined || !isTree(applied) || !isTree(observed)) return applied ?? observed;
  const ours = Object.entries(applied).map(([name, value]): [string, Json] => [
    name,
    settled(fields[name], value, observed[name]) ?? value,
  ]);
  return { ...observed, ...Object.fromEntries(ours) };
}

function isTree(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function compareField(sides: FieldSides): FieldResult {
  const { wanted, applied } = sides;
  if (wanted !== undefined) return declaredField(sides, wanted);
  return applied === undefined ? undeclaredField(sides) : takenOutField(sides);
}

/** Neither declared nor applied: what we observed after our last write is the server's default, whatever it is. */
function undeclaredField(sides: FieldSides): FieldResult {
  const { name, field, now, isOutside } = sides;
  if (!isOutside) return same(sides);
  const change = fieldChange({ path: [name], field, before: undefined, after: now }, { cause: 'outside' });
  return { ...same(sides), undeclared: [change] };
}

/** Applied, and no longer declared: nothing that was taken out of YAML stays in force in silence. */
function takenOutField(sides: FieldSides): FieldResult {
  const { name, field, now, observed, isOutside, eyes } = sides;
  const settled = { ...same(sides), isTakenOver: isOutside && !isSwitchedOff(observed) };
  if (now === undefined) return settled;
  if (field.type === 'module') {
    if (isSwitchedOff(now)) return settled;
    const path = [name, 'enabled'];
    const change = fieldChange({ path, field: undefined, before: true, after: false }, { cause: 'removed' });
    return { ...same(sides), verdict: isOutside ? 'conflict' : 'take-out', changes: [change] };
  }
  const { onUnset } = field;
  const clear = onUnset === undefined || onUnset === 'blocked' ? undefined : onUnset.clear;
  if (compareValues(field, now, clear, eyes.secrets) === 'same') return settled;
  const change = fieldChange({ path: [name], field, before: now, after: clear }, { cause: 'removed' });
  const verdict = clear === undefined ? 'cannot-take-out' : isOutside ? 'conflict' : 'take-out';
  return { ...same(sides), verdict, changes: [change] };
}

function declaredField(sides: FieldSides, wanted: Value): FieldResult {
  const { field, isOutside } = sides;
  const isOurs = isChangedByUs(sides, wanted);
  if (!isOurs && !isOutside && !hasSecret(wanted) && covers(sides.now, wanted)) return same(sides);
  const { declared, removed, rest, notCompared, isRotated } = sortLeaves(sides, wanted);
  if (declared.length === 0 && removed.length === 0) {
    return {
      ...same(sides),
      undeclared: isOutside ? rest.drifted : [],
      isTakenOver: isOurs && isOutside && isTakenOver(sides, wanted),
      notCompared,
    };
  }
  if (!isOurs && !isOutside && !isRotated) return { ...same(sides), serverForm: declared, notCompared };
  const wiped = field.type === 'module' ? rest.wiped : [];
  const whose = isOutside ? (isOurs ? 'conflict' : 'outside') : 'send';
  return {
    ...same(sides),
    verdict: whose,
    changes: said([...declared, ...removed, ...wiped], whose),
    notCompared,
  };
}

/**
 * Whether YAML says something else than at our last write. Where nothing was applied (an adoption, a field that is new
 * in YAML) what was observed takes its place.
 */
function isChangedByUs({ field, name, applied, observed, eyes }: FieldSides, wanted: Value): boolean {
  return applied === undefined
    ? !keptCovers(field, wanted, observed, eyes, [name])
    : !sameAsKept(field, wanted, applied, eyes, [name]);
}

function said(changes: readonly FieldChange[], whose: Verdict): readonly FieldChange[] {
  if (whose !== 'outside') return changes;
  return changes.map((change) =>
    change.cause === 'replaced-whole' ? change : { ...change, cause: 'outside' },
  );
}

function same({ name, field }: FieldSides): FieldResult {
  return {
    name,
    field,
    verdict: 'same',
    changes: [],
    undeclared: [],
    isTakenOver: false,
    notCompared: [],
    serverForm: [],
  };
}
