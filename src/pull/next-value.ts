/**
 * What a layer of a resource shall say so that it means what is live. Where the value is the same already it stays as
 * it is written, with its variables, names and references; only what differs is written anew. The result is plain JSON
 * of the file, so that the edit of the text needs to know nothing of what fields mean.
 */
import { compareValues } from '../derive/canonical.ts';
import { fieldAt, fieldsOf } from '../derive/fields.ts';
import { isTree, keptSecret } from '../derive/kept.ts';
import { dotted } from '../derive/pointer.ts';
import { alignedItems } from '../edit/aligned-items.ts';
import { isList, isMap } from '../edit/plain.ts';
import type { Field } from '../kinds/field.ts';
import { SecretReference } from '../model/secret.ts';
import type { Json, Path, Value } from '../model/value.ts';
import { nextPolicy } from './next-policy.ts';
import { noteReplaced, replacedFile, type Taking } from './taking.ts';
import { isUnsetNumber } from './unset-number.ts';
import { withKey } from './with-key.ts';
import { writtenValue } from './written-spec.ts';

/** One value on all sides. */
export interface Sides {
  /** As it is written; undefined where it is not. */
  readonly raw: Json | undefined;
  /** What that means. */
  readonly current: Value | undefined;
  readonly live: Value | undefined;
  /** What the ledger observed last: a value that nobody wrote and nobody changed since is the service's. */
  readonly observed: Json | undefined;
}

/** Undefined: nothing is written. */
export function nextValue(taking: Taking, sides: Sides, path: Path): Json | undefined {
  const { raw, current, live, observed } = sides;
  const field = fieldAt(taking.kind, path);
  if (raw === undefined) return appearing(taking, field, live, observed, path);
  if (compareValues(field, current, live, taking.secretOf) === 'same') return raw;
  if (live === undefined || (!taking.isManaged && isUnsetNumber(taking.kind, live, path))) {
    noteReplaced(taking, path, raw);
    return undefined;
  }
  if (field?.type === 'string' && field.form === 'traffic-policy')
    return nextPolicy(taking, { raw, current, live }, path);
  if (isMap(raw) && isTree(live)) return nextMembers(taking, field, { ...sides, raw, live }, path);
  if (isList(raw) && Array.isArray(live) && Array.isArray(current))
    return nextItems(
      taking,
      { raw, current: current as readonly Value[], live: live as readonly Value[] },
      path,
    );
  return nextLeaf(taking, field, { ...sides, raw, live }, path);
}

/** Nobody wrote it. What the service answers by itself is not written either. */
function appearing(
  taking: Taking,
  field: Field | undefined,
  live: Value | undefined,
  observed: Json | undefined,
  path: Path,
): Json | undefined {
  if (live === undefined || isUnsetNumber(taking.kind, live, path)) return undefined;
  if (isAsObserved(field, live, observed)) return undefined;
  if (compareValues(field, undefined, live, taking.secretOf) === 'same') return undefined;
  return writtenValue(taking, live, path);
}

function isAsObserved(field: Field | undefined, live: Value, observed: Json | undefined): boolean {
  if (observed === undefined) return false;
  if (keptSecret(observed) !== undefined) return true;
  if (isTree(live) && isMap(observed)) {
    const inner = field && fieldsOf(field);
    return Object.entries(live).every(([key, item]) => isAsObserved(inner?.[key], item, observed[key]));
  }
  return compareValues(field, live, observed, () => undefined) === 'same';
}

function nextMembers(
  taking: Taking,
  field: Field | undefined,
  { raw, current, live, observed }: Sides & { readonly raw: Tree<Json>; readonly live: Tree<Value> },
  path: Path,
): Json {
  const order = Object.keys((field && fieldsOf(field)) ?? {});
  const isAnyCase = field?.type === 'map';
  const same = (a: string, b: string): boolean =>
    a === b || (isAnyCase && a.toLowerCase() === b.toLowerCase());
  const memberOf = (tree: Tree<unknown> | undefined, key: string): unknown =>
    tree?.[Object.keys(tree).find((each) => same(each, key)) ?? key];
  let next: Tree<Json> = {};
  for (const [key, item] of Object.entries(raw)) {
    const sides = {
      raw: item,
      current: memberOf(isTree(current) ? current : undefined, key) as Value | undefined,
      live: memberOf(live, key) as Value | undefined,
      observed: memberOf(isMap(observed) ? observed : undefined, key) as Json | undefined,
    };
    const value = nextValue(taking, sides, [...path, key]);
    if (value !== undefined) next = { ...next, [key]: value };
  }
  for (const [key, item] of Object.entries(live)) {
    if (Object.keys(raw).some((each) => same(each, key))) continue;
    const seen = memberOf(isMap(observed) ? observed : undefined, key) as Json | undefined;
    const value = nextValue(taking, { raw: undefined, current: undefined, live: item, observed: seen }, [
      ...path,
      key,
    ]);
    if (value !== undefined) next = withKey(next, key, value, order);
  }
  return next;
}

function nextItems(
  taking: Taking,
  {
    raw,
    current,
    live,
  }: { readonly raw: readonly Json[]; readonly current: readonly Value[]; readonly live: readonly Value[] },
  path: Path,
): Json {
  const field = fieldAt(taking.kind, path);
  const item = fieldAt(taking.kind, [...path, 0]);
  const wanted = field?.type === 'list' && field.as === 'set' ? inOrderOf(current, live) : live;
  const isEqual = (a: Value, b: Value): boolean => compareValues(item, a, b, taking.secretOf) === 'same';
  // Each item by the first of its equals, so that those are the same text.
  const idOf = (value: Value): number => [...current, ...wanted].findIndex((each) => isEqual(each, value));
  const { kept, fresh, gone } = alignedItems(current.map(idOf), wanted.map(idOf));
  const next: Json[] = [];
  const write = (id: Json): void => {
    const value = [...current, ...wanted][id as number];
    const written = value === undefined ? undefined : writtenValue(taking, value, [...path, next.length]);
    if (written !== undefined) next.push(written);
  };
  for (const id of fresh.get(-1) ?? []) write(id);
  for (const [index, written] of raw.entries()) {
    const id = kept.get(index);
    const before = current[index];
    if (id !== undefined && before !== undefined && id === idOf(before)) next.push(written);
    else {
      noteReplaced(taking, [...path, index], written);
      if (id !== undefined && !gone.includes(index)) write(id);
    }
    for (const one of fresh.get(index) ?? []) write(one);
  }
  return next;
}

/** The items of a set in the order in which they are written; new ones come last. */
function inOrderOf(current: readonly Value[], live: readonly Value[]): readonly Value[] {
  return [
    ...current.filter((item) => live.includes(item)),
    ...live.filter((item) => !current.includes(item)),
  ];
}

function nextLeaf(
  taking: Taking,
  field: Field | undefined,
  { raw, current, live }: Sides & { readonly raw: Json; readonly live: Value },
  path: Path,
): Json | undefined {
  if (current instanceof SecretReference || (field?.type === 'string' && field.secret === true)) {
    const isKnown = compareValues(field, current, live, taking.secretOf) === 'different';
    const names = current instanceof SecretReference ? current.names : [];
    if (isKnown) taking.found.secrets.push({ path: dotted(path), names });
    return raw;
  }
  const file = typeof raw === 'string' ? /^\$\(file:([^)]+)\)$/.exec(raw)?.[1] : undefined;
  if (file !== undefined && typeof live === 'string' && taking.secrets.partIn(live) === undefined)
    return replacedFile(taking, { file, folder: folderOf(field), raw, live }, path);
  noteReplaced(taking, path, raw);
  return writtenValue(taking, live, path);
}

type Tree<Item> = Readonly<Record<string, Item>>;

function folderOf(field: Field | undefined): 'saml' | 'texts' {
  return field?.type === 'string' && field.form === 'saml-metadata' ? 'saml' : 'texts';
}
