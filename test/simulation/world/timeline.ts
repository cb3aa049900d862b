/** Virtual time: nothing waits. The next event happens as soon as nothing else can run. */
export interface Timeline {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls `act` after this many virtual milliseconds. */
  readonly after: (milliseconds: number, act: () => void) => void;
  /** Lets events happen until the promise settles; throws if none is left before. */
  readonly until: <Result>(done: Promise<Result>) => Promise<Result>;
  /** Lets this much time pass, with all events in it. */
  readonly pass: (milliseconds: number) => Promise<void>;
}

interface Event {
  readonly at: number;
  readonly act: () => void;
}

export function openTimeline(start: number): Timeline {
  let now = start;
  const events: Event[] = [];
  const after = (milliseconds: number, act: () => void): void => {
    const at = now + Math.max(0, milliseconds);
    const index = events.findLastIndex((event) => event.at <= at);
    events.splice(index + 1, 0, { at, act });
  };
  const next = (): boolean => {
    const event = events.shift();
    if (event === undefined) return false;
    now = Math.max(now, event.at);
    event.act();
    return true;
  };
  return {
    now: () => now,
    after,
    until: async (done) => {
      const seen = { isDone: false };
      const settled = (): void => void (seen.isDone = true);
      done.then(settled, settled);
      await turn();
      let idle = 0;
      for (let count = 0; !seen.isDone; count++) {
        idle = next() ? 0 : idle + 1;
        if (idle > 100) throw new Error('nothing is left to happen, and the program waits');
        if (count > 200_000) throw new Error('the program never ends');
        await turn();
      }
      return done;
    },
    pass: async (milliseconds) => {
      const end = now + milliseconds;
      for (let first = events.at(0); first !== undefined && first.at <= end; first = events.at(0)) {
        next();
        await turn();
      }
      now = Math.max(now, end);
    },
  };
}

/**
 * The client reads a response one turn after it arrived, and the ledger writes what follows from it another turn later.
 */
const turnsOfProgram = 3;

/** Lets everything run that can run without time. */
async function turn(): Promise<void> {
  for (let count = 0; count < turnsOfProgram; count++) await nextTurn();
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
