import type { Json } from '../../model/value.ts';
import type { Packed } from './data.ts';

/** What `pack` was given. */
export function unpack({ shapes, parts, root }: Packed): Json {
  const made = new Map<number, Json>();
  const valueOf = (number: number): Json => {
    const known = made.get(number);
    if (known !== undefined) return known;
    const value = make(parts[number] ?? null);
    made.set(number, value);
    return value;
  };
  const make = (part: Packed['parts'][number]): Json => {
    if (typeof part !== 'object' || part === null) return part;
    const [shape = -1, ...numbers] = part;
    if (shape < 0) return numbers.map(valueOf);
    const values: Record<string, Json> = Object.create(null) as Record<string, Json>;
    for (const [index, name] of (shapes[shape] ?? []).entries()) values[name] = valueOf(numbers[index] ?? -1);
    return values;
  };
  return valueOf(root);
}
