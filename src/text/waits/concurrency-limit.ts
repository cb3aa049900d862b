/** Work that may only be done so much of at once. */

export interface TakenSlot {
  /** Lets the next one begin; a second call does nothing. */
  readonly end: () => void;
}

interface Limit {
  /** Waits for a slot, in order; `first` goes before all that are not. */
  readonly take: (place?: 'first' | 'last') => Promise<TakenSlot>;
  /** Lets begin what may, after a change that is not the end of a slot. */
  readonly resume: () => void;
}

type Begin = (slot: TakenSlot) => void;

/** `mayBegin`: whether one more may begin beside so many; it is asked only if one waits, and `true` begins it. */
export function concurrencyLimit(mayBegin: (running: number) => boolean): Limit {
  const waiting = { first: [] as Begin[], last: [] as Begin[] };
  const running = new Set<TakenSlot>();
  const resume = (): void => {
    for (;;) {
      const queue = waiting.first.length > 0 ? waiting.first : waiting.last;
      if (queue.length === 0 || !mayBegin(running.size)) return;
      const slot: TakenSlot = {
        end: () => {
          if (running.delete(slot)) resume();
        },
      };
      running.add(slot);
      queue.shift()?.(slot);
    }
  };
  const take: Limit['take'] = (place = 'last') =>
    new Promise((begin) => {
      waiting[place].push(begin);
      resume();
    });
  return { take, resume };
}

/**
 * Begins each item when it has a slot, in order: a hundred thousand that wait would fill the memory. After a failure no
 * more begin. The results are those of all that have begun.
 */
export async function beginEach<Item, Begun extends TakenSlot, Result>(
  items: readonly Item[],
  take: () => Promise<Begun>,
  task: (item: Item, slot: Begun) => Promise<Result>,
): Promise<readonly Promise<Result>[]> {
  const results: Promise<Result>[] = [];
  const failures: unknown[] = [];
  for (const item of items) {
    const slot = await take();
    if (failures.length > 0) {
      slot.end();
      break;
    }
    const result = task(item, slot);
    result.catch((failure: unknown) => failures.push(failure));
    results.push(result);
  }
  return results;
}
