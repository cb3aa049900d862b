import type { Json } from '../../model/value.ts';
import type { Packed } from './data.ts';

/** A thousand steps say much the same: their texts, lists and objects are written once each. `unpack` turns it back. */
export function pack(value: Json): Packed {
  const packing: Packing = { shapes: [], parts: [], known: new Map() };
  const root = add(packing, value);
  return { shapes: packing.shapes, parts: packing.parts, root };
}

interface Packing {
  readonly shapes: (readonly string[])[];
  readonly parts: (string | number | boolean | null | readonly number[])[];
  /** The number of what was added before, parts and shapes. */
  readonly known: Map<string, number>;
}

function add(packing: Packing, value: Json): number {
  if (typeof value !== 'object' || value === null) return once(packing, value);
  if (Array.isArray(value)) {
    return once(packing, [-1, ...(value as readonly Json[]).map((item) => add(packing, item))]);
  }
  const names = Object.keys(value);
  const values = Object.values(value as Readonly<Record<string, Json>>).map((item) => add(packing, item));
  return once(packing, [shapeOf(packing, names), ...values]);
}

function once({ parts, known }: Packing, part: Packing['parts'][number]): number {
  const key = JSON.stringify(part);
  const number = known.get(key) ?? parts.push(part) - 1;
  known.set(key, number);
  return number;
}

function shapeOf({ shapes, known }: Packing, names: readonly string[]): number {
  const key = `shape ${JSON.stringify(names)}`;
  const number = known.get(key) ?? shapes.push(names) - 1;
  known.set(key, number);
  return number;
}
