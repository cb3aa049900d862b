/**
 * Computes the new content of a layer so that it has the meaning of the live value. Equal values stay as written, with
 * their variables, names and references; only differing ones are rewritten. The result is plain JSON, so that the text
 * edit does not depend on the meaning of fields.
 */
import { comparableText, compareValues } from '../../derive/compare/compare-values.ts';
import { fieldAt, fieldsOf, isPolicyField } from '../../derive/forms/fields.ts';
import { ledgerSecret } from '../../derive/forms/ledger-form.ts';
import { holdsMask } from '../../derive/forms/mask-text.ts';
import { isTree } from '../../derive/forms/tree.ts';
import { alignedItems } from '../../edit/aligned-items.ts';
import type { Field } from '../../kinds/field.ts';
import { Secret } from '../../model/secret.ts';
import type { Json, Path, Value } from '../../model/value.ts';
import { withKey } from '../edit/with-key.ts';
import {
  nextPolicy,
  noteReplaced,
  replacedFile,
  withOwnReferences,
  type PolicyContext,
} from './next-policy.ts';
import { writtenValue } from './write-spec.ts';
import { isJsonList, isJsonMap } from '../../text/json/json-access.ts';

import { dotted } from '../../text/dotted-path.ts';
import { SecretReference } from '../../model/secret-reference.ts';
import { isUnset, isUnsetNumber } from './is-unset.ts';

export interface ValueSides {
  /** As written; undefined if it is absent. */
  readonly raw: Json | undefined;
  /** The compiled value. */
  readonly current: Value | undefined;
  readonly live: Value | undefined;
  /** The last observed value in the ledger: an undeclared value that is still the same is a default of the service. */
  readonly observed: Json | undefined;
}

/** Undefined if nothing is to be written. */
export function nextValue(taking: PolicyContext, sides: ValueSides, path: Path): Json | undefined {
  const { raw, current, live } = sides;
  const field = fieldAt(taking.kind, path);
  if (raw === undefined) return appearing(taking, sides, path);
  if (compareValues(field, current, live, taking.secretOf) === 'same') return raw;
  if (
    live === undefined ||
    (!taking.isManaged && isUnsetNumber(taking.kind, live, path)) ||
    isEmptiedPolicy(field, live, path)
  ) {
    noteReplaced(taking, path, raw);
    return undefined;
  }
  if (isPolicyField(field)) return nextPolicy(taking, { raw, current, live }, path);
  if (isJsonMap(raw) && isTree(live)) return nextMembers(taking, { ...sides, raw, live }, path);
  if (isJsonList(raw) && isItems(live) && isItems(current))
    return nextItems(taking, { raw, current, live }, path);
  return nextLeaf(taking, { ...sides, raw, live }, path);
}

/** A policy without rules can be left out, except in a module: a plan disables one that the files leave out. */
function isEmptiedPolicy(field: Field | undefined, live: Value, path: Path): boolean {
  const isPolicy = isPolicyField(field);
  return isPolicy && path.length === 1 && live === '';
}

/** An undeclared value. Defaults of the service are not written. */
function appearing(taking: PolicyContext, { live, observed }: ValueSides, path: Path): Json | undefined {
  const field = fieldAt(taking.kind, path);
  if (live === undefined || isUnset(taking.kind, live, path)) return undefined;
  if (isAsObserved(field, live, observed)) return undefined;
  if (compareValues(field, undefined, live, taking.secretOf) === 'same') return undefined;
  return writtenValue(taking, live, path);
}

function isAsObserved(field: Field | undefined, live: Value, observed: Json | undefined): boolean {
  if (observed === undefined) return false;
  if (ledgerSecret(observed) !== undefined) return true;
  if (isTree(live) && isJsonMap(observed)) {
    const inner = field && fieldsOf(field);
    return Object.entries(live).every(([key, item]) => isAsObserved(inner?.[key], item, observed[key]));
  }
  return compareValues(field, live, observed, () => undefined) === 'same';
}

function nextMembers(
  taking: PolicyContext,
  { raw, current, live, observed }: ValueSides & { readonly raw: Tree<Json>; readonly live: Tree<Value> },
  path: Path,
): Json {
  const field = fieldAt(taking.kind, path);
  const cases = field?.type === 'map' ? 'any' : 'own';
  const written = memberOf(raw, cases);
  const currentMember = memberOf(isTree(current) ? current : {}, cases);
  const seen = memberOf(live, cases);
  const known = memberOf(isJsonMap(observed) ? observed : {}, cases);
  const next = (key: string, item: Json | undefined, now: Value | undefined): [string, Json][] => {
    const sides = {
      raw: item,
      current: item === undefined ? undefined : currentMember(key),
      live: now,
      observed: known(key),
    };
    const value = nextValue(taking, sides, [...path, key]);
    return value === undefined ? [] : [[key, value]];
  };
  const kept = Object.entries(raw).flatMap(([key, item]) => next(key, item, seen(key)));
  const added = Object.entries(live).flatMap(([key, item]) =>
    written(key) === undefined ? next(key, undefined, item) : [],
  );
  const fields = field && fieldsOf(field);
  if (fields === undefined) return Object.fromEntries([...kept, ...added]);
  const order = Object.keys(fields);
  return added.reduce((map, [key, value]) => withKey(map, key, value, order), Object.fromEntries(kept));
}

/** The member for a key; header names are matched in any case. */
function memberOf<Item>(tree: Tree<Item>, cases: 'any' | 'own'): (key: string) => Item | undefined {
  if (cases === 'own') return (key) => (Object.hasOwn(tree, key) ? tree[key] : undefined);
  const byName = new Map(
    Object.entries(tree)
      .map(([key, item]) => [key.toLowerCase(), item] as const)
      .reverse(),
  );
  return (key) => byName.get(key.toLowerCase());
}

function nextLeaf(
  taking: PolicyContext,
  { raw, current, live }: ValueSides & { readonly raw: Json; readonly live: Value },
  path: Path,
): Json | undefined {
  const field = fieldAt(taking.kind, path);
  if (current instanceof SecretReference || (field?.type === 'string' && field.secret === true)) {
    const isKnown = compareValues(field, current, live, taking.secretOf) === 'different';
    const names = current instanceof SecretReference ? current.names : [];
    const text = live instanceof Secret ? live.reveal() : live;
    const moved =
      isKnown && typeof raw === 'string' && typeof text === 'string' && !holdsMask(text)
        ? withOwnReferences(taking, raw, text)
        : undefined;
    if (moved !== undefined) {
      noteReplaced(taking, path, raw);
      return moved;
    }
    if (isKnown) taking.found.secrets.push({ path: dotted(path), names });
    return raw;
  }
  const file = typeof raw === 'string' ? /^\$\(file:([^)]+)\)$/.exec(raw)?.[1] : undefined;
  if (file !== undefined && typeof live === 'string' && taking.secrets.partIn(live) === undefined)
    return replacedFile(taking, { file, folder: folderOf(field), raw, live }, path);
  noteReplaced(taking, path, raw);
  return writtenValue(taking, live, path);
}

function isItems(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

type Tree<Item> = Readonly<Record<string, Item>>;

function folderOf(field: Field | undefined): 'saml' | 'texts' {
  return field?.type === 'string' && field.form === 'saml-metadata' ? 'saml' : 'texts';
}

/** One list on all sides; each item of `raw` corresponds to one of `current`. */
interface ListSides {
  readonly raw: readonly Json[];
  readonly current: readonly Value[];
  readonly live: readonly Value[];
}

/** The new text of a list: items with equal meaning stay as they are written. */
function nextItems(taking: PolicyContext, { raw, current, live }: ListSides, path: Path): Json {
  const all = [...current, ...live];
  const field = fieldAt(taking.kind, path);
  const item = fieldAt(taking.kind, [...path, 0]);
  const ids = firstEquals(all, (value) => comparableText(item, value, taking.secretOf));
  const currentOrder = ids.slice(0, current.length);
  const seen = ids.slice(current.length);
  const isSet = field?.type === 'list' && field.as === 'set';
  const { kept, fresh } = alignedItems(currentOrder, isSet ? inOrderOf(currentOrder, seen) : seen);
  const next: Json[] = [];
  const write = (id: Json | undefined): void => {
    const value = id === undefined ? undefined : all[id as number];
    const written = value === undefined ? undefined : writtenValue(taking, value, [...path, next.length]);
    if (written !== undefined) next.push(written);
  };
  for (const id of fresh.get(-1) ?? []) write(id);
  for (const [index, written] of raw.entries()) {
    const id = kept.get(index);
    if (id !== undefined && id === currentOrder[index]) next.push(written);
    else {
      noteReplaced(taking, [...path, index], written);
      write(id);
    }
    for (const freshItem of fresh.get(index) ?? []) write(freshItem);
  }
  return next;
}

/**
 * For each item, the index of the first equal item, so that equal items share a number; an unset secret equals nothing.
 */
function firstEquals(
  items: readonly Value[],
  textOf: (value: Value) => string | undefined,
): readonly number[] {
  const first = new Map<Value, number>();
  return items.map((item, index) => {
    const key = textOf(item) ?? item;
    const known = first.get(key);
    if (known === undefined) first.set(key, index);
    return known ?? index;
  });
}

/** The items of a set in written order; new ones last. */
function inOrderOf(current: readonly number[], seen: readonly number[]): readonly number[] {
  const [written, live] = [new Set(current), new Set(seen)];
  return [...current.filter((id) => live.has(id)), ...seen.filter((id) => !written.has(id))];
}
