/** Work that may only be done so much of at once. */

export interface Turn {
  /** Lets the next one begin; a second call does nothing. */
  readonly end: () => void;
}

interface Turns {
  /** Waits for its turn, in order; `first` goes before all that are not. */
  readonly take: (place?: 'first' | 'last') => Promise<Turn>;
  /** Lets begin what may, after a change that is not the end of a turn. */
  readonly resume: () => void;
}

type Begin = (turn: Turn) => void;

/** `mayBegin`: whether one more may begin beside so many; it is asked only if one waits, and `true` begins it. */
export function turnsOf(mayBegin: (running: number) => boolean): Turns {
  const waiting = { first: [] as Begin[], last: [] as Begin[] };
  const running = new Set<Turn>();
  const resume = (): void => {
    for (;;) {
      const queue = waiting.first.length > 0 ? waiting.first : waiting.last;
      if (queue.length === 0 || !mayBegin(running.size)) return;
      const turn: Turn = {
        end: () => {
          if (running.delete(turn)) resume();
        },
      };
      running.add(turn);
      queue.shift()?.(turn);
    }
  };
  const take: Turns['take'] = (place = 'last') =>
    new Promise((begin) => {
      waiting[place].push(begin);
      resume();
    });
  return { take, resume };
}

/**
 * Begins each item when it has its turn, in order: a hundred thousand that wait would fill the memory. After a failure no
 * more begin. The results are those of all that have begun.
 */
export async function beginEach<Item, Begun extends Turn, Result>(
  items: readonly Item[],
  take: () => Promise<Begun>,
  task: (item: Item, turn: Begun) => Promise<Result>,
): Promise<readonly Promise<Result>[]> {
  const results: Promise<Result>[] = [];
  const failures: unknown[] = [];
  for (const item of items) {
    const turn = await take();
    if (failures.length > 0) {
      turn.end();
      break;
    }
    const result = task(item, turn);
    result.catch((failure: unknown) => failures.push(failure));
    results.push(result);
  }
  return results;
}

/** Runs each task when those before it have ended, whether or not they failed. */
export function taskQueue(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const { take } = turnsOf((running) => running === 0);
  return async (task) => {
    const { end } = await take();
    return task().finally(end);
  };
}
