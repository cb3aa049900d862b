import type { Json } from '../../../../model/value.ts';
import type { Packed, PackedPart } from './data.ts';

/** Reverses `pack`. */
export function unpack({ shapes, parts, root }: Packed): Json {
  const made = new Map<number, Json>();
  const partOf = (number: number): Json => {
    const known = made.get(number);
    if (known !== undefined) return known;
    const part = parts[number] ?? null;
    const value = typeof part === 'number' ? part : read(part);
    made.set(number, value);
    return value;
  };
  const read = (part: PackedPart): Json => {
    if (typeof part === 'number') return partOf(part);
    if (typeof part !== 'object' || part === null) return part;
    const [shape, ...inside] = part;
    const values = inside.map(read);
    if (shape === -1) return values;
    const names = shapes[Number(shape)] ?? [];
    return Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]));
  };
  return read(root);
}
