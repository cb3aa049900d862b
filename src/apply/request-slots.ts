import { concurrencyLimit, type TakenSlot } from '../text/waits/concurrency-limit.ts';

/** `count` may change: more slots are given out when the next one is freed, fewer as they are freed. */
export function slotsOf(count: () => number): Slots {
  const { take } = concurrencyLimit((running) => running < count());
  const ahead = concurrencyLimit((running) => running < Math.max(1, Math.floor(count() / 2)));
  return {
    take,
    takePrepared: async (prepare) => {
      // With a single slot the order of steps is that of the plan.
      const isAhead = count() > 1;
      const first = await (isAhead ? ahead.take() : take());
      try {
        const prepared = await prepare();
        if (!isAhead) return { prepared, end: first.end };
        const { end } = await take();
        first.end();
        return { prepared, end };
      } catch (error) {
        first.end();
        throw error;
      }
    },
  };
}

/** Limits how many requests are under way: a slot is free again when the response is there. */
export interface Slots extends Pick<ReturnType<typeof concurrencyLimit>, 'take'> {
  /**
   * Prepares a request and then takes a slot for it. Up to half as many as there are slots are prepared ahead, so that
   * a freed slot does not wait for the disk.
   */
  readonly takePrepared: <Result>(prepare: () => Promise<Result>) => Promise<PreparedStep<Result>>;
}

interface PreparedStep<Result> extends TakenSlot {
  readonly prepared: Result;
}
