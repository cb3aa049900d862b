/** Choices that a seed makes: the same in every run. */
export interface Draw {
  readonly below: (limit: number) => number;
  readonly chance: (share: number) => boolean;
  readonly among: <Item>(items: readonly Item[]) => Item;
}

/** Mulberry32. */
export function drawing(seed: number): Draw {
  let state = Math.imul(seed + 1, 0x9e3779b9);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, chance: (share) => next() < share, among: (items) => items[below(items.length)]! };
}
