import type { Json } from '../../../../model/value.ts';
import type { Packed, PackedPart } from './data.ts';

/**
 * Packs a value so that repeated parts are stored once: the steps of a large plan are very similar. `unpack` reverses
 * it.
 */
export function pack(value: Json): Packed {
  const counts = new Map<string, number>();
  count(value, counts);
  const packing: Packing = { shapes: new Map(), parts: [], known: new Map(), counts };
  const root = add(packing, value);
  return {
    shapes: [...packing.shapes.keys()].map((key) => JSON.parse(key) as string[]),
    parts: packing.parts,
    root,
  };
}

interface Packing {
  /** Shape numbers, by their field names as JSON. */
  readonly shapes: Map<string, number>;
  readonly parts: PackedPart[];
  /** Part numbers, by the JSON of their values. */
  readonly known: Map<string, number>;
  readonly counts: ReadonlyMap<string, number>;
}

/** Counts equal values; the inside of a value is counted at its first occurrence only. */
function count(value: Json, counts: Map<string, number>): void {
  const key = JSON.stringify(value);
  const before = counts.get(key) ?? 0;
  counts.set(key, before + 1);
  if (before > 0 || typeof value !== 'object' || value === null) return;
  for (const item of Object.values(value) as readonly Json[]) count(item, counts);
}

function add(packing: Packing, value: Json): PackedPart {
  const { parts, known, counts } = packing;
  const key = JSON.stringify(value);
  const before = known.get(key);
  if (before !== undefined) return before;
  const isOften = (counts.get(key) ?? 0) > 1 && key.length > 3;
  // A number in a list is the index of a part, so a plain number always needs a part.
  if (!isOften && typeof value !== 'number') return written(packing, value);
  const number = parts.push(typeof value === 'number' ? value : written(packing, value)) - 1;
  known.set(key, number);
  return number;
}

function written(packing: Packing, value: Exclude<Json, number>): PackedPart {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return [-1, ...(value as readonly Json[]).map((item) => add(packing, item))];
  const names = JSON.stringify(Object.keys(value));
  const shape = packing.shapes.get(names) ?? packing.shapes.size;
  packing.shapes.set(names, shape);
  return [shape, ...(Object.values(value) as readonly Json[]).map((item) => add(packing, item))];
}
