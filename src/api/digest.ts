/**
 * Reads what an answer says, when the connection that it came over carries the next request: to read a thousand answers
 * takes as long as some round trips, and no one but us waits for it. One a turn of the event loop, in their order.
 */
export interface Digest {
  readonly take: <Result>(read: () => Result) => Promise<Result>;
  /** Whether something that was given is still to be read. */
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
