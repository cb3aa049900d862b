/**
 * One object, field by field: desired, live, and what the ledger kept of our last write. The unit is the top-level
 * field, because a PATCH replaces a module whole: within it, whose change is whose cannot be taken
 * apart when it is sent. For each unit the result says what differs, because of whom, and what must therefore happen.
 */
import type { FieldChange } from '../../model/plan/change.ts';
import type { Field, Fields } from '../../kinds/field.ts';
import { compareValues } from '../../derive/compare/compare-values.ts';
import { writableFields } from '../../derive/forms/fields.ts';
import { hasSecret } from '../../derive/forms/masked.ts';
import { isGivenUp } from '../../derive/forms/unkept.ts';
import type { Value } from '../../model/value.ts';
import { fieldChange } from './change.ts';
import { hasAll, keptCovers, sameAsKept } from './same-as-kept.ts';
import { fieldSides, type FieldSides, type ObjectSides } from './field-sides.ts';
import { sortLeaves } from './sort-leaves.ts';
import { isSwitchedOff } from './stated-enabled.ts';
import { isTakenOver } from './taken-over.ts';

/** What is to be done about a field. */
export type FieldVerdict =
  /** Nothing. */
  | 'same'
  /** Send what YAML says. */
  | 'send'
  /** We applied it and YAML no longer has it: send the value that means none, or disable the module. */
  | 'take-out'
  /** The same, and no value means none. */
  | 'cannot-take-out'
  /** Someone changed it outside; YAML did not. */
  | 'outside'
  /** Both did. */
  | 'conflict'
  /** We sent what YAML says again and again, and the service does not keep it. */
  | 'unkept';

export interface FieldResult {
  readonly name: string;
  readonly field: Field;
  readonly verdict: FieldVerdict;
  readonly changes: readonly FieldChange[];
  /** What someone changed in fields that YAML never declared: a note. */
  readonly undeclared: readonly FieldChange[];
  /** Someone changed it outside, and YAML says the same now: a note. */
  readonly isTakenOver: boolean;
  /** Secrets that could not be compared: a note. */
  readonly notCompared: readonly FieldChange[];
  /** What the service adds by itself to a map that we sent: a note. */
  readonly added: readonly FieldChange[];
}

export function compareFields(sides: ObjectSides, fields: Fields): readonly FieldResult[] {
  return writableFields(fields, 'update').map(([name, field]) =>
    compareField(fieldSides(sides, name, field)),
  );
}

function compareField(sides: FieldSides): FieldResult {
  const { wanted, applied } = sides;
  if (wanted !== undefined) return declaredField(sides, wanted);
  return applied === undefined ? undeclaredField(sides) : takenOutField(sides);
}

/** Neither declared nor applied: what we observed after our last write is the server's default, whatever it is. */
function undeclaredField(sides: FieldSides): FieldResult {
  const { name, facts, field, now, isOutside } = sides;
  if (!isOutside) return same(sides);
  const change = fieldChange(
    { path: [name], field, before: undefined, after: now },
    { cause: 'outside', facts },
  );
  return { ...same(sides), undeclared: [change] };
}

/** Applied, and no longer declared: nothing that was taken out of YAML stays in force in silence. */
function takenOutField(sides: FieldSides): FieldResult {
  const { name, facts, field, now, observed, isOutside, eyes } = sides;
  const settled = { ...same(sides), isTakenOver: isOutside && !isSwitchedOff(observed) };
  if (now === undefined) return settled;
  if (field.type === 'module') {
    if (isSwitchedOff(now)) return settled;
    const path = [name, 'enabled'];
    const change = fieldChange(
      { path, field: undefined, before: true, after: false },
      { cause: 'removed', facts, covers: { path: [name], before: now, after: { enabled: false } } },
    );
    return {
      ...same(sides),
      verdict: isOutside ? 'conflict' : isRefused(sides) ? 'unkept' : 'take-out',
      changes: [change],
    };
  }
  const { onUnset } = field;
  const clear = onUnset === undefined || onUnset === 'blocked' ? undefined : onUnset.clear;
  if (compareValues(field, now, clear, eyes.secrets) === 'same') return settled;
  const change = fieldChange({ path: [name], field, before: now, after: clear }, { cause: 'removed', facts });
  const verdict =
    clear === undefined
      ? 'cannot-take-out'
      : isOutside
        ? 'conflict'
        : isRefused(sides)
          ? 'unkept'
          : 'take-out';
  return { ...same(sides), verdict, changes: [change] };
}

function declaredField(sides: FieldSides, wanted: Value): FieldResult {
  const { field, isOutside } = sides;
  const isOurs = isChangedByUs(sides, wanted);
  const isKept = sides.entry.unkept?.[sides.name] === undefined;
  if (!isOurs && !isOutside && isKept && !hasSecret(wanted) && hasAll(sides.now, wanted)) return same(sides);
  const { declared, removed, rest, notCompared, added } = sortLeaves(sides, wanted);
  if (declared.length === 0 && removed.length === 0) {
    return {
      ...same(sides),
      undeclared: isOutside ? rest.drifted : [],
      isTakenOver: isOurs && isOutside && isTakenOver(sides, wanted),
      notCompared,
      added: isOutside ? [] : added,
    };
  }
  const wiped = field.type === 'module' ? rest.wiped : [];
  const whose = isOutside ? (isOurs ? 'conflict' : 'outside') : isRefused(sides) ? 'unkept' : 'send';
  return {
    ...same(sides),
    verdict: whose,
    changes: said([...declared, ...removed, ...wiped], whose),
    notCompared,
  };
}

function isRefused({ name, entry, desired }: FieldSides): boolean {
  return isGivenUp(entry, name, desired.spec[name]);
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

function said(changes: readonly FieldChange[], whose: FieldVerdict): readonly FieldChange[] {
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
    added: [],
  };
}
