/** A generator that depends on its seed alone (mulberry32), so that a history replays exactly. */
export interface Random {
  /** An integer from 0 (inclusive) to `below` (exclusive). */
  readonly below: (below: number) => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  readonly some: <Item>(items: readonly Item[], most: number) => readonly Item[];
  readonly seed: () => number;
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number): number => Math.floor(next() * most);
  return {
    below,
    chance: (share) => next() < share,
    pick: (items) => items[below(items.length)]!,
    some: (items, most) => {
      const left = [...items];
      const count = Math.min(below(most + 1), left.length);
      return Array.from({ length: count }, () => left.splice(below(left.length), 1)[0]!);
    },
    seed: () => below(2 ** 31),
  };
}
