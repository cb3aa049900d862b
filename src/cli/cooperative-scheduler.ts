import type { Steps } from '../model/steps.ts';

/** Maximum time of uninterrupted work before other events are handled. */
const longestWork = 50;

/** The minimum share of time for the steps, if responses leave no longer pauses. */
const share = 1 / 3;

/** A turn of the event loop shorter than this, in milliseconds, had no other work. */
const quiet = 0.1;

/** A response is read in one turn, and the connection's next request is sent in another. */
const quietTurns = 2;

/** Maximum number of turns to wait for other work to finish. */
const mostTurns = 20;

/** Runs the steps while the API is busy with requests: network events take precedence. */
export async function runCooperatively<Result>(steps: Steps<Result>): Promise<Result> {
  const began = performance.now();
  let worked = 0;
  for (;;) {
    await othersTurns();
    const since = performance.now();
    const owed = Math.max(1, (since - began) * share - worked);
    const until = since + Math.min(owed, longestWork);
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < until);
    worked += performance.now() - since;
  }
}

/** Waits until there is no other work. */
async function othersTurns(): Promise<void> {
  let quietInARow = 0;
  for (let turn = 0; turn < mostTurns && quietInARow < quietTurns; turn++) {
    const began = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    quietInARow = performance.now() - began < quiet ? quietInARow + 1 : 0;
  }
}
