/** Limits how many requests are under way: a slot is taken before the intent and freed when the response is there. */
export interface Slots {
  readonly take: () => Promise<() => void>;
}

export function slotsOf(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  };
  return {
    take: async () => {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      let isTaken = true;
      return () => {
        if (isTaken) release();
        isTaken = false;
      };
    },
  };
}
