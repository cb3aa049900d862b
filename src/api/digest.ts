/**
 * Parses responses while their connections already have the next request: parsing a thousand responses takes as long as
 * several round trips. Handles one per turn of the event loop, in order.
 */
export interface Digest {
  readonly take: <Result>(read: () => Result) => Promise<Result>;
  /** Whether any response is still waiting to be parsed. */
  readonly isReading: () => boolean;
}

export function digester(): Digest {
  let last: Promise<unknown> = Promise.resolve();
  let left = 0;
  return {
    take: (read) => {
      left++;
      const result = last
        .then(nextTurn)
        .then(read)
        .finally(() => left--);
      last = result.catch(() => undefined);
      return result;
    },
    isReading: () => left > 0,
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
