import { valueAtAnyCase } from '../../derive/forms/tree.ts';
import { compareValues } from '../../derive/compare/compare-values.ts';
import { writableFields } from '../../derive/forms/fields.ts';
import { hasSecret } from '../../derive/forms/masked.ts';
import { isGivenUp } from '../../derive/forms/given-up.ts';
import { isSwitchedOff } from '../../derive/module-state.ts';
import type { Field, Fields } from '../../kinds/field.ts';
import type { FieldChange } from '../../model/plan/change.ts';
import type { Json, Path, Value } from '../../model/value.ts';
import { fieldChange, writtenReference } from './field-change.ts';
import { fieldSides, type FieldSides, type ObjectSides } from './field-sides.ts';
import { hasAll, ledgerCovers, sameAsLedger } from './same-as-ledger.ts';
import { sortLeaves } from './sort-leaves.ts';

/**
 * Compares one object field by field: desired, live, and our last write as the ledger kept it. The unit is the
 * top-level field, because a PATCH replaces a module whole: within a module, the changes of each side cannot be sent
 * separately. The result says for each unit what differs, which side changed it, and what to do.
 */

/** The action that a field needs. */
export type FieldVerdict =
  /** No action. */
  | 'same'
  /** Send the declared value. */
  | 'send'
  /** Applied, and no longer declared: send the value that means none, or disable the module. */
  | 'take-out'
  /** Applied and no longer declared, but no value means none. */
  | 'cannot-take-out'
  /** Changed outside Edgewright, not in the YAML. */
  | 'outside'
  /** Changed both outside Edgewright and in the YAML. */
  | 'conflict'
  /** The declared value was sent repeatedly, and the service does not keep it. */
  | 'unkept';

export interface FieldResult {
  readonly name: string;
  readonly field: Field;
  readonly verdict: FieldVerdict;
  readonly changes: readonly FieldChange[];
  /** Outside changes to undeclared fields: shown as a note. */
  readonly undeclared: readonly FieldChange[];
  /** Changed outside Edgewright, and the YAML now declares the same: shown as a note. */
  readonly isTakenOver: boolean;
  /** Secrets that could not be compared: shown as a note. */
  readonly notCompared: readonly FieldChange[];
  /** Keys that the service adds to a map that we sent: shown as a note. */
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

/** Neither declared nor applied: the value observed after our last write counts as the server's default. */
function undeclaredField(sides: FieldSides): FieldResult {
  const { name, facts, field, now, isOutside } = sides;
  if (!isOutside) return same(sides);
  const change = fieldChange(
    { path: [name], field, before: undefined, after: now },
    { cause: 'outside', facts },
  );
  return { ...same(sides), undeclared: [change] };
}

/** Applied, and no longer declared: a value removed from the YAML must not stay in force unnoticed. */
function takenOutField(sides: FieldSides): FieldResult {
  const { name, facts, field, now, observed, isOutside, comparer, entry } = sides;
  const settled = { ...same(sides), isTakenOver: isOutside && !isSwitchedOff(observed) };
  if (now === undefined) return settled;
  const due = isOutside ? 'conflict' : isRefused(sides) ? 'unkept' : 'take-out';
  if (field.type === 'module') {
    if (isSwitchedOff(now)) return settled;
    const path = [name, 'enabled'];
    const change = fieldChange(
      { path, field: undefined, before: true, after: false },
      { cause: 'removed', facts, covers: { path: [name], before: now, after: { enabled: false } } },
    );
    return { ...same(sides), verdict: due, changes: [change] };
  }
  const { onUnset } = field;
  const clear = onUnset === undefined || onUnset === 'blocked' ? undefined : onUnset.clear;
  if (compareValues(field, now, clear, comparer.secrets) === 'same') return settled;
  const written = isOutside ? undefined : writtenReference(entry, [name]);
  const change = fieldChange(
    { path: [name], field, before: now, after: clear },
    { cause: 'removed', facts, written, secrets: comparer.secrets },
  );
  return { ...same(sides), verdict: clear === undefined ? 'cannot-take-out' : due, changes: [change] };
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
 * Whether the YAML differs from our last write. If nothing was applied (an adoption, a field new in the YAML), it is
 * compared with the observed value instead.
 */
function isChangedByUs({ field, name, applied, observed, comparer }: FieldSides, wanted: Value): boolean {
  return applied === undefined
    ? !ledgerCovers({ field, path: [name], value: wanted, kept: observed }, comparer)
    : !sameAsLedger({ field, path: [name], value: wanted, kept: applied }, comparer);
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

/**
 * Whether YAML and live agree on an outside change, and not on a value that the service returned right after our last
 * write. A form used by the service that the YAML now declares is not an outside change.
 */
function isTakenOver(
  { field, name, now, applied, observed, comparer }: FieldSides,
  wanted: Value | undefined,
): boolean {
  if (wanted !== undefined && !ledgerCovers({ field, path: [name], value: wanted, kept: observed }, comparer))
    return true;
  return leavesOf(applied).some(
    (path) =>
      valueAtAnyCase(wanted, path) === undefined &&
      valueAtAnyCase(now, path) === undefined &&
      valueAtAnyCase(observed, path) !== undefined,
  );
}

function leavesOf(kept: Json | undefined, path: Path = []): readonly Path[] {
  if (kept === undefined) return [];
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return [path];
  return Object.entries(kept).flatMap(([name, item]) => leavesOf(item, [...path, name]));
}
