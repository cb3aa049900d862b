import type { Json } from '../../model/value.ts';
import type { PackedPlan, PackedPart } from './data.ts';

/** A packed value, of which only what is asked for is unpacked. */
export interface Unpacker {
  /** Reverses `pack` for a part. */
  readonly value: (part: PackedPart) => Json;
  /** The fields of an object, still packed. */
  readonly fields: (part: PackedPart) => Readonly<Record<string, PackedPart>>;
  /** The items of a list, still packed. */
  readonly items: (part: PackedPart) => readonly PackedPart[];
}

export function unpacker({ shapes, parts }: PackedPlan): Unpacker {
  const made = new Map<number, Json>();
  const partOf = (number: number): Json => {
    const known = made.get(number);
    if (known !== undefined) return known;
    const part = parts[number] ?? null;
    const read = typeof part === 'number' ? part : value(part);
    made.set(number, read);
    return read;
  };
  /** The shape of a list or an object, and what is inside. */
  const opened = (part: PackedPart): readonly [shape: PackedPart, ...inside: PackedPart[]] => {
    const list = typeof part === 'number' ? parts[part] : part;
    if (typeof list !== 'object' || list === null) throw new Error('there is nothing inside');
    const [shape = null, ...inside] = list;
    return [shape, ...inside];
  };
  const value = (part: PackedPart): Json => {
    if (typeof part === 'number') return partOf(part);
    if (typeof part !== 'object' || part === null) return part;
    const [shape, ...inside] = part;
    const values = inside.map(value);
    if (shape === -1) return values;
    const names = shapes[Number(shape)] ?? [];
    return Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]));
  };
  return {
    value,
    items: (part) => opened(part).slice(1),
    fields: (part) => {
      const [shape, ...inside] = opened(part);
      const names = shapes[Number(shape)] ?? [];
      return Object.fromEntries(names.map((name, index) => [name, inside[index] ?? null]));
    },
  };
}
