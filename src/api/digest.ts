/**
 * Reads what an answer says, when the connection that it came over carries the next request: to read a thousand answers
 * takes as long as some round trips, and nobody but us waits for it. One a turn of the event loop, in their order.
 */
export type Digest = <Result>(read: () => Result) => Promise<Result>;

export function digester(): Digest {
  let last: Promise<unknown> = Promise.resolve();
  return (read) => {
    const result = last.then(nextTurn).then(read);
    last = result.catch(() => undefined);
    return result;
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
