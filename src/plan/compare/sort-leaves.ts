import type { FieldChange } from '../../model/plan/change.ts';
import { differences, type Difference } from '../../derive/compare/differences.ts';
import { fieldAt } from '../../derive/forms/fields.ts';
import { SecretReference } from '../../model/secret.ts';
import type { Json, Path, Value } from '../../model/value.ts';
import { at, fieldChange } from './change.ts';
import { sameAsKept } from './same-as-kept.ts';
import { compareSecret } from './compare-secret.ts';
import type { FieldSides } from './field-sides.ts';

export interface SortedLeaves {
  /** Live differs from the YAML. */
  readonly declared: FieldChange[];
  /** Applied and live, but no longer in the YAML. */
  readonly removed: FieldChange[];
  /** Live, and never declared in the YAML. */
  readonly rest: {
    /** Lost when the module is sent, and not a default that the server filled in. */
    readonly wiped: FieldChange[];
    /** Differs from the observed value. */
    readonly drifted: FieldChange[];
  };
  readonly notCompared: FieldChange[];
  /** Added by the service to a map that we sent. */
  readonly added: FieldChange[];
}

/** The leaves of one field where live differs from the YAML, grouped by cause. */
export function sortLeaves(sides: FieldSides, wanted: Value): SortedLeaves {
  const { name, field, now, eyes } = sides;
  const before = now === undefined ? {} : { [name]: now };
  const sorted: SortedLeaves = {
    declared: [],
    removed: [],
    rest: { wiped: [], drifted: [] },
    notCompared: [],
    added: [],
  };
  for (const difference of differences({ [name]: field }, before, { [name]: wanted }, eyes.secrets)) {
    if (holdsSecret(difference)) sortSecret(sides, difference, sorted);
    else sortLeaf(sides, wanted, difference, sorted);
  }
  return sorted;
}

function sortSecret(sides: FieldSides, difference: Difference, sorted: SortedLeaves): void {
  const { desired } = sides;
  const { verdict, fact: secret, isByValue } = compareSecret(sides, difference);
  const { facts } = sides;
  const change = fieldChange(difference, { cause: 'configuration', desired, secret, isByValue, facts });
  if (verdict === 'unknown') sorted.notCompared.push(change);
  if (verdict === 'changed') sorted.declared.push(change);
}

function sortLeaf(sides: FieldSides, wanted: Value, difference: Difference, sorted: SortedLeaves): void {
  const { desired, entry, eyes, facts, field, name } = sides;
  const { path } = difference;
  if (isDeclared({ [name]: wanted }, path)) {
    const applied = appliedText(sides, difference);
    sorted.declared.push(fieldChange(difference, { cause: 'configuration', desired, applied, facts }));
    return;
  }
  if (at(entry.applied, path) !== undefined) {
    sorted.removed.push(fieldChange(difference, { cause: 'removed', facts }));
    return;
  }
  const observed = at(entry.observed, path) as Json | undefined;
  const isObserved = sameAsKept(difference.field, difference.before, observed, eyes, path);
  if (isInDeclaredMap(sides, wanted, path) && isObserved && isAddedByService(sides, path)) {
    sorted.added.push(fieldChange(difference, { cause: 'replaced-whole', facts }));
  } else if (isInDeclaredMap(sides, wanted, path)) {
    const whole = field.type === 'module' ? 'replaced-whole' : 'configuration';
    sorted.declared.push(fieldChange(difference, { cause: isObserved ? whole : 'outside', facts }));
  } else {
    const change = fieldChange(difference, { cause: 'replaced-whole', facts });
    if (!isObserved) sorted.rest.drifted.push({ ...change, cause: 'outside' });
    // After a write of ours without the field, its observed value is a default that the service sets again.
    if (sides.applied === undefined || !isObserved) sorted.rest.wiped.push(change);
  }
}

/** Whether the service added the key in its response to our write of the map; not for keys that we meant to remove. */
function isAddedByService({ entry, name }: FieldSides, path: Path): boolean {
  return at(entry.applied, path.slice(0, -1)) !== undefined && entry.unkept?.[name] === undefined;
}

/** The last applied value, which a reader of a conflict needs as the third side. */
function appliedText({ entry, isOutside }: FieldSides, { path, after }: Difference): string | undefined {
  const applied = at(entry.applied, path);
  if (!isOutside || applied === undefined || typeof applied === 'object' || applied === after)
    return undefined;
  const text = JSON.stringify(applied);
  return text.length > 60 ? undefined : text;
}

/** Whether the YAML has a reference, or declares a plain value where live hides one. */
function holdsSecret({ after, before, verdict }: Difference): boolean {
  const isHidden = verdict === 'unknown' && before !== undefined;
  return after instanceof SecretReference || (isHidden && after !== undefined);
}

/** Whether the YAML declares a value at exactly this path. */
function isDeclared(wanted: Value, path: Path): boolean {
  return at(wanted, path) !== undefined;
}

/** Whether only live has the key, in a map that the YAML declares: such a map is one value. */
function isInDeclaredMap({ desired, name }: FieldSides, wanted: Value, path: Path): boolean {
  const above = path.slice(0, -1);
  return fieldAt(desired.kind, above)?.type === 'map' && at({ [name]: wanted }, above) !== undefined;
}
