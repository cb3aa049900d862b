import type { Limiter, RequestSlot } from './limiter.ts';

/**
 * Results of many requests, in the order of their items. What a request needs is made when it begins, not before: a
 * hundred thousand that wait would fill the memory, and would keep alive in it what they receive. After a failure no more
 * begin; of several failures, the first in order is thrown, regardless of timing.
 */
export function requestEach<Item, Result>(
  { runEach }: Pick<Limiter, 'runEach'>,
  items: readonly Item[],
  request: (item: Item, slot: RequestSlot) => Promise<Result>,
): Promise<readonly Result[]> {
  return new Promise((resolve, reject) => {
    const results = new Array<Result>(items.length);
    /** In order. */
    const underWay = new Set<number>();
    let left = items.length;
    let failed: { readonly index: number; readonly error: Error } | undefined;
    let stop = (): void => undefined;
    const end = (index: number): void => {
      left--;
      underWay.delete(index);
      const [first = Infinity] = underWay;
      if (failed === undefined) {
        if (left === 0) resolve(results);
      } else if (first > failed.index) reject(failed.error);
    };
    const begin = (index: number, slot: RequestSlot): void => {
      underWay.add(index);
      request(items[index] as Item, slot).then(
        (result) => {
          results[index] = result;
          end(index);
        },
        (error: unknown) => {
          if (failed === undefined || index < failed.index) failed = { index, error: error as Error };
          stop();
          end(index);
        },
      );
    };
    if (left === 0) resolve(results);
    else stop = runEach(left, begin);
  });
}
