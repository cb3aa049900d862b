import type { Steps } from '../model/steps.ts';
import type { SpareTime } from '../model/spare-time.ts';

/** How long the answers of an API may wait for us, in milliseconds. */
const patience = 1;

/** So long before an answer may come nothing is begun: a step can take longer than one hopes. */
const margin = 2;

/** An answer that is due is waited for, but not for longer than this. */
const longestWait = 10;

/** Nor does one work for longer than this without a look at what else there is. */
const longestWork = 50;

/** Where answers never leave much time between them, the steps still get this share of it. */
const share = 1 / 3;

/** A turn of the event loop in which no one had anything to do is over in less than that, in milliseconds. */
const quiet = 0.1;

/** An answer is read in one turn, and the connection's next request goes out in another. */
const quietTurns = 2;

/** Anyone who is never quiet does not hold us up for longer than so many turns. */
const mostTurns = 20;

/** Goes through the steps in the time that the API needs to answer: what waits for the network goes first. */
export async function runCooperatively<Result>(steps: Steps<Result>, spare?: SpareTime): Promise<Result> {
  const began = performance.now();
  let worked = 0;
  for (;;) {
    const free = await freeTime(spare);
    const since = performance.now();
    const owed = Math.max(patience, (since - began) * share - worked);
    const until = since + Math.min(Math.max(free, owed), longestWork);
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < until);
    worked += performance.now() - since;
  }
}

/** Waits until no one else has anything to do, and says for how many milliseconds. */
async function freeTime(spare: SpareTime | undefined): Promise<number> {
  await othersTurns(spare);
  if (spare === undefined) return 0;
  const free = spare.milliseconds();
  if (free > margin) return free - margin;
  await Promise.race([spare.nextAnswer(), new Promise((resolve) => setTimeout(resolve, longestWait))]);
  await othersTurns(spare);
  return spare.milliseconds() - margin;
}

async function othersTurns(spare: SpareTime | undefined): Promise<void> {
  let quietInARow = 0;
  const isOver = (): boolean => quietInARow >= quietTurns && spare?.isReading() !== true;
  for (let turn = 0; turn < mostTurns && !isOver(); turn++) {
    const began = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    quietInARow = performance.now() - began < quiet ? quietInARow + 1 : 0;
  }
}
