import type { Steps } from '../model/steps.ts';
import type { SpareTime } from '../model/spare-time.ts';

/** Minimum work in each round, in milliseconds, which may delay a response of the API. */
const patience = 1;

/** No step starts this shortly before an expected response, since a step may take longer than planned. */
const margin = 2;

/** Maximum wait for a response that is due. */
const longestWait = 10;

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

/** Waits until there is no other work, and returns the milliseconds that are free. */
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
