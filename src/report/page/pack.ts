import type { Json } from '../../model/value.ts';
import type { PackedPlan, PackedPart } from './data.ts';

/**
 * Packs a value so that repeated parts are stored once: the steps of a large plan are very similar. `unpacker`
 * reverses it.
 *
 * Equal values get one number first, from the inside out: the key of an object is its shape and the numbers of its
 * values. So the work is linear in the size of the value, however deep it is.
 */
export function pack(value: Json): PackedPlan {
  const distinct = createDistinct();
  const whole = distinct.numberOf(value);
  const parts: PackedPart[] = [];
  const partOf = new Map<number, number>();
  const add = (number: number): PackedPart => {
    const known = partOf.get(number);
    if (known !== undefined) return known;
    const distinctValue = distinct.at(number);
    // A number in a list is the index of a part, so a plain number always needs a part.
    const isPlainNumber = typeof distinctValue.plain === 'number';
    if (!isPlainNumber && (distinctValue.uses < 2 || isShort(distinctValue))) return written(distinctValue);
    const part = parts.push(isPlainNumber ? distinctValue.plain : written(distinctValue)) - 1;
    partOf.set(number, part);
    return part;
  };
  const written = ({ plain, shape, inside }: Distinct): PackedPart =>
    plain === undefined ? [shape, ...inside.map(add)] : plain;
  const root = add(whole);
  return { shapes: distinct.shapes, parts, root };
}

/** One of the distinct values. */
interface Distinct {
  /** Undefined for a list or an object. */
  readonly plain: string | number | boolean | null | undefined;
  /** -1 for a list. */
  readonly shape: number;
  /** The numbers of the values in it. */
  readonly inside: readonly number[];
  /** In how many places of other distinct values it is. */
  uses: number;
}

/** Whether its index would be as long as itself. */
function isShort({ plain, inside }: Distinct): boolean {
  return plain === undefined ? inside.length === 0 : JSON.stringify(plain).length < 4;
}

function createDistinct(): {
  readonly numberOf: (value: Json) => number;
  readonly at: (number: number) => Distinct;
  readonly shapes: readonly (readonly string[])[];
} {
  const all: Distinct[] = [];
  const plain = new Map<Json, number>();
  const composed = new Map<string, number>();
  const shapes: (readonly string[])[] = [];
  const shapeNumbers = new Map<string, number>();
  const shapeOf = (names: readonly string[]): number => {
    const key = JSON.stringify(names);
    const known = shapeNumbers.get(key) ?? shapes.push(names) - 1;
    shapeNumbers.set(key, known);
    return known;
  };
  const numberOf = (value: Json): number => {
    if (typeof value !== 'object' || value === null) {
      const known = plain.get(value) ?? all.push({ plain: value, shape: -1, inside: [], uses: 0 }) - 1;
      plain.set(value, known);
      return known;
    }
    const shape = Array.isArray(value) ? -1 : shapeOf(Object.keys(value));
    const inside = (Object.values(value) as readonly Json[]).map(numberOf);
    const key = `${shape} ${inside.join()}`;
    const known = composed.get(key);
    if (known !== undefined) return known;
    for (const innerNumber of inside) at(innerNumber).uses++;
    const number = all.push({ plain: undefined, shape, inside, uses: 0 }) - 1;
    composed.set(key, number);
    return number;
  };
  const at = (number: number): Distinct => {
    const distinctValue = all[number];
    if (distinctValue === undefined) throw new Error(`value ${number} does not exist`);
    return distinctValue;
  };
  return { numberOf, at, shapes };
}
