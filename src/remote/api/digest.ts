/**
 * Parses responses while their connections already have the next request: parsing a thousand responses takes as long as
 * several round trips. Handles one per turn of the event loop, in order.
 */
export interface Digest {
  readonly take: <Result>(read: () => Result) => Promise<Result>;
}

export function digester(): Digest {
  const waiting: (() => void)[] = [];
  const readNext = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(readNext);
  };
  const turn = (begin: () => void): void => {
    if (waiting.push(begin) === 1) setImmediate(readNext);
  };
  return { take: (read) => new Promise<void>(turn).then(read) };
}
