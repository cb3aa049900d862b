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

/** `count` may change: more slots are given out when the next one is freed, fewer as they are freed. */
export function slotsOf(count: () => number): Slots {
  const take = turnsOf(count);
  const takeAhead = turnsOf(() => Math.max(1, Math.floor(count() / 2)));
  return {
    take,
    takePrepared: async (prepare) => {
      // With a single slot the order of steps is that of the plan.
      const isAhead = count() > 1;
      const first = await (isAhead ? takeAhead : take)();
      try {
        const prepared = await prepare();
        if (!isAhead) return { prepared, free: first };
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
function turnsOf(count: () => number): () => Promise<() => void> {
  let taken = 0;
  const waiting: (() => void)[] = [];
  const pump = (): void => {
    while (taken < count()) {
      const next = waiting.shift();
      if (next === undefined) return;
      taken++;
      next();
    }
  };
  return async () => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      pump();
    });
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      taken--;
      pump();
    };
  };
}
