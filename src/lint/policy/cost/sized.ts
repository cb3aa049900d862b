/** The size of a value and of its contents. Of several possible values the largest counts. */
export interface Sized {
  readonly size: number;
  /** An item of the list, or a key of the map. */
  readonly item: () => Sized;
  /** The value under a name or index. */
  readonly at: (name: string | undefined) => Sized;
}

export const one: Sized = { size: 1, item: () => one, at: () => one };

/** The sizes of an actual value, worked out as far as they are needed: most expressions read few of them. */
export function sizedOf(value: unknown): Sized {
  if (typeof value === 'string') return value.length > 1 ? made(value.length) : one;
  return typeof value === 'object' && value !== null ? new SizedValues([value]) : one;
}

class SizedValues implements Sized {
  readonly #values: readonly unknown[];
  #size: number | undefined;
  #item: Sized | undefined;

  constructor(values: readonly unknown[]) {
    this.#values = values;
  }

  get size(): number {
    return (this.#size ??= this.#values.reduce((most: number, value) => Math.max(most, sizeOf(value)), 1));
  }

  item(): Sized {
    return (this.#item ??= sizedOfAny(this.#values.flatMap(itemsOf)));
  }

  at(name: string | undefined): Sized {
    return sizedOfAny(this.#values.flatMap((value) => partsOf(value, name)));
  }
}

function sizedOfAny(values: readonly unknown[]): Sized {
  return values.length > 1 ? new SizedValues(values) : sizedOf(values[0]);
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  if (value instanceof Map) return value.size;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 1;
}

function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  return value instanceof Map ? [...(value as ReadonlyMap<unknown, unknown>).keys()] : [];
}

function partsOf(value: unknown, name: string | undefined): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (value instanceof Map) return [...(value as ReadonlyMap<unknown, unknown>).values()];
  if (typeof value !== 'object' || value === null) return [];
  if (name === undefined) return Object.values(value);
  return Object.hasOwn(value, name) ? [(value as Record<string, unknown>)[name]] : [];
}

/** A value that the expression creates. */
export function made(size: number, item: Sized = one): Sized {
  return { size, item: () => item, at: () => item };
}

/** A value parsed from a string: its nesting is unknown, but no part of it can be larger than the string. */
export function parsed(size: number): Sized {
  const part: Sized = { size, item: () => part, at: () => part };
  return part;
}

/** The same contents in a value of another size. */
export function resized(value: Sized, size: number): Sized {
  return { size, item: () => value.item(), at: (name) => value.at(name) };
}

export function larger(a: Sized, b: Sized): Sized {
  return {
    size: Math.max(a.size, b.size),
    item: () => larger(a.item(), b.item()),
    at: (name) => larger(a.at(name), b.at(name)),
  };
}
