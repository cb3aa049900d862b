/** Limits how many requests are under way: a slot is freed when the response is there. */
export interface Slots {
  readonly take: () => Promise<() => void>;
  /**
   * Prepares a request and then takes a slot for it. Up to half as many as there are slots are prepared ahead, so that a
   * freed slot does not wait for the disk.
   */
  readonly takePrepared: <Result>(prepare: () => Promise<Result>) => Promise<Prepared<Result>>;
}

export interface Prepared<Result> {
  readonly prepared: Result;
  readonly free: () => void;
}

export function slotsOf(count: number): Slots {
  const take = turnsOf(count);
  // With a single slot the order of steps is that of the plan.
  const ahead = Math.floor(count / 2);
  const takeAhead = ahead === 0 ? undefined : turnsOf(ahead);
  return {
    take,
    takePrepared: async (prepare) => {
      const first = await (takeAhead ?? take)();
      try {
        const prepared = await prepare();
        if (takeAhead === undefined) return { prepared, free: first };
        const free = await take();
        first();
        return { prepared, free };
      } catch (error) {
        first();
        throw error;
      }
    },
  };
}

/** So many at once; the others wait in their order. */
function turnsOf(count: number): () => Promise<() => void> {
  let free = count;
  const waiting: (() => void)[] = [];
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  };
  return async () => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    let isTaken = true;
    return () => {
      if (isTaken) release();
      isTaken = false;
    };
  };
}
