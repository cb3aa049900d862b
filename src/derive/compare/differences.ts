import type { Field, Fields } from '../../kinds/field.ts';
import type { SecretLookup } from '../../model/secret.ts';
import type { Path, Value } from '../../model/value.ts';
import { canonicalString } from './canonical.ts';
import { compareValues } from './compare-values.ts';
import { isIdentical } from './is-identical.ts';
import type { Sameness } from '../forms/mask-text.ts';
import { fieldsOf, itemField } from '../forms/fields.ts';
import { isTree, type Tree } from '../forms/tree.ts';

/** A leaf that differs or could not be compared. `before` or `after` is undefined if absent. */
export interface Difference {
  readonly path: Path;
  readonly field: Field | undefined;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
  readonly verdict: 'different' | 'unknown';
}

/**
 * The leaves in which `after` differs from `before`, in the order of the field tables. Objects and modules are walked,
 * maps compared key by key, lists and strings as a whole. If a module is absent on one side, all its leaves are.
 */
export function differences(
  fields: Fields,
  before: Tree | undefined,
  after: Tree | undefined,
  lookup: SecretLookup,
): readonly Difference[] {
  const walk: Walk = { lookup, path: [], found: [] };
  walkFields(walk, fields, { before, after });
  return walk.found;
}

interface Walk {
  readonly lookup: SecretLookup;
  /** Where the walk is; what keeps it copies it. */
  readonly path: string[];
  readonly found: Difference[];
}

/** A value before and after; undefined if it is absent. */
interface Sides<Of extends Value = Value> {
  readonly before: Of | undefined;
  readonly after: Of | undefined;
}

function walkFields(walk: Walk, fields: Fields, { before = {}, after = {} }: Sides<Tree>): void {
  for (const [name, field] of Object.entries(fields)) {
    const sides = { before: before[name], after: after[name] };
    if (isIdentical(sides.before, sides.after)) continue;
    walk.path.push(name);
    walkField(walk, field, sides);
    walk.path.pop();
  }
}

function walkField(walk: Walk, field: Field, { before, after }: Sides): void {
  const { lookup, found } = walk;
  const inner = fieldsOf(field);
  if (inner !== undefined && isTreeOrNone(before) && isTreeOrNone(after)) {
    const count = found.length;
    walkFields(walk, inner, { before, after });
    const appears = (before === undefined) !== (after === undefined);
    if (appears && found.length === count)
      found.push({ path: [...walk.path], field, before, after, verdict: 'different' });
    return;
  }
  if (field.type === 'map' && isTreeOrNone(before) && isTreeOrNone(after)) {
    walkMap(walk, field, { before, after });
    return;
  }
  const verdict = compareValues(field, before, after, lookup);
  if (verdict !== 'same') found.push({ path: [...walk.path], field, before, after, verdict });
}

function walkMap(
  { lookup, path, found }: Walk,
  field: Extract<Field, { type: 'map' }>,
  { before = {}, after = {} }: Sides<Tree>,
): void {
  const item = itemField(field);
  const canonicalKey = (key: string): string => canonicalString(field.keyForm, key);
  const old = new Map(Object.entries(before).map(([key, value]) => [canonicalKey(key), value]));
  const now = new Map(Object.entries(after).map(([key, value]) => [canonicalKey(key), { key, value }]));
  for (const key of [...new Set([...old.keys(), ...now.keys()])].sort()) {
    const entry = now.get(key);
    const sides = { before: old.get(key), after: entry?.value };
    const verdict = compareEntry(item, sides, lookup);
    if (verdict !== 'same')
      found.push({ path: [...path, entry?.key ?? key], field: item, ...sides, verdict });
  }
}

/** An absent map entry differs from one with an empty value. */
function compareEntry(item: Field, { before, after }: Sides, lookup: SecretLookup): Sameness {
  if ((before === undefined) !== (after === undefined)) return 'different';
  return compareValues(item, before, after, lookup);
}

function isTreeOrNone(value: Value | undefined): value is Tree | undefined {
  return value === undefined || isTree(value);
}
