import type { Steps } from '../derive/steps.ts';
import type { SpareTime } from '../model/spare-time.ts';

/** How long the answers of an API may wait for us, in milliseconds. */
const patience = 1;

/** So long before an answer may come nothing is begun: a step can take longer than one hopes. */
const margin = 2;

/** An answer that is due is waited for, but not for longer than this. */
const longestWait = 10;

/** Nor does one work for longer than this without a look at what else there is. */
const longestWork = 50;

/** A turn of the event loop in which nobody had anything to do is over in less than that, in milliseconds. */
const quiet = 0.1;

/** An answer is read in one turn, and the connection's next request goes out in another. */
const quietTurns = 2;

/** Whoever is never quiet does not hold us up for longer than so many turns. */
const mostTurns = 20;

/** Goes through the steps in the time that the API needs to answer: what waits for the network goes first. */
export async function inTurns<Result>(steps: Steps<Result>, spare?: SpareTime): Promise<Result> {
  let until = -Infinity;
  for (;;) {
    if (performance.now() >= until) until = performance.now() + (await timeFor(spare));
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Waits until there is time, and says how much, in milliseconds. */
async function timeFor(spare: SpareTime | undefined): Promise<number> {
  await othersTurns();
  const free = spare?.milliseconds();
  if (spare === undefined || free === undefined) return patience;
  if (free > margin) return Math.min(free - margin, longestWork);
  await Promise.race([spare.nextAnswer(), new Promise((resolve) => setTimeout(resolve, longestWait))]);
  await othersTurns();
  return Math.max(patience, Math.min((spare.milliseconds() ?? 0) - margin, longestWork));
}

async function othersTurns(): Promise<void> {
  let quietInARow = 0;
  for (let turn = 0; turn < mostTurns && quietInARow < quietTurns; turn++) {
    const began = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    quietInARow = performance.now() - began < quiet ? quietInARow + 1 : 0;
  }
}
