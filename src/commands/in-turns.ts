import type { Steps } from '../derive/steps.ts';

/** How long the answers of an API may wait for us, in milliseconds. */
const patience = 1;

/** A connection that was only just begun takes as many turns until its first request is out. */
const firstTurns = 4;

/** Goes through the steps, and lets whatever waits for the network have its turn between them. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  let since = -Infinity;
  for (let turns = 0; ;) {
    if (turns < firstTurns || performance.now() - since >= patience) {
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
      turns++;
    }
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
