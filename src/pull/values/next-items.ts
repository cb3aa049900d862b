import { comparableText } from '../../derive/compare/compare-values.ts';
import { fieldAt } from '../../derive/forms/fields.ts';
import { alignedItems } from '../../edit/aligned-items.ts';
import type { Json, Path, Value } from '../../model/value.ts';
import { noteReplaced, type Taking } from './taking.ts';
import { writtenValue } from './written-spec.ts';

/** One list on all sides; each item of `raw` corresponds to one of `current`. */
interface ListSides {
  readonly raw: readonly Json[];
  readonly current: readonly Value[];
  readonly live: readonly Value[];
}

/** The new text of a list: items with equal meaning stay as they are written. */
export function nextItems(taking: Taking, { raw, current, live }: ListSides, path: Path): Json {
  const all = [...current, ...live];
  const field = fieldAt(taking.kind, path);
  const item = fieldAt(taking.kind, [...path, 0]);
  const ids = firstEquals(all, (value) => comparableText(item, value, taking.secretOf));
  const said = ids.slice(0, current.length);
  const seen = ids.slice(current.length);
  const isSet = field?.type === 'list' && field.as === 'set';
  const { kept, fresh } = alignedItems(said, isSet ? inOrderOf(said, seen) : seen);
  const next: Json[] = [];
  const write = (id: Json | undefined): void => {
    const value = id === undefined ? undefined : all[id as number];
    const written = value === undefined ? undefined : writtenValue(taking, value, [...path, next.length]);
    if (written !== undefined) next.push(written);
  };
  for (const id of fresh.get(-1) ?? []) write(id);
  for (const [index, written] of raw.entries()) {
    const id = kept.get(index);
    if (id !== undefined && id === said[index]) next.push(written);
    else {
      noteReplaced(taking, [...path, index], written);
      write(id);
    }
    for (const one of fresh.get(index) ?? []) write(one);
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
function inOrderOf(said: readonly number[], seen: readonly number[]): readonly number[] {
  const [written, live] = [new Set(said), new Set(seen)];
  return [...said.filter((id) => live.has(id)), ...seen.filter((id) => !written.has(id))];
}
