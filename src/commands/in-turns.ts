import type { Steps } from '../derive/steps.ts';

/** How long the answers of an API may wait for us, in milliseconds. */
const patience = 1;

/** A turn of the event loop in which nobody had anything to do is over in less than that, in milliseconds. */
const quiet = 0.1;

/** An answer is read in one turn, and the connection's next request goes out in another. */
const quietTurns = 2;

/** Whoever is never quiet does not hold us up for longer than so many turns. */
const mostTurns = 20;

/** Goes through the steps, and between them lets whatever waits for the network go first, until it waits again. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  let since = -Infinity;
  for (;;) {
    if (performance.now() - since >= patience) {
      await othersTurns();
      since = performance.now();
    }
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

async function othersTurns(): Promise<void> {
  let quietInARow = 0;
  for (let turn = 0; turn < mostTurns && quietInARow < quietTurns; turn++) {
    const began = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    quietInARow = performance.now() - began < quiet ? quietInARow + 1 : 0;
  }
}
