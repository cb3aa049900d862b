import { concurrencyLimit } from './concurrency-limit.ts';

/** Runs each task when those before it have ended, whether or not they failed. */
export function taskQueue(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const { take } = concurrencyLimit((running) => running === 0);
  return async (task) => {
    const { end } = await take();
    return task().finally(end);
  };
}
