/** How long the page may work before it reacts again, in milliseconds. */
const patience = 8;
/** So many pieces are done without a look at the clock. */
const pieces = 32;

/** Work that is done in slices, so that the page reacts while it is done. */
export interface Slices {
  /** Begins with the work at once, in place of what is not done yet. */
  readonly start: (work: Iterator<unknown>) => void;
  /** Does the rest now. */
  readonly finish: () => void;
}

export function createSlices(): Slices {
  let current: Iterator<unknown> | undefined;
  let next: ReturnType<typeof setTimeout> | undefined;
  const proceed = (until: number): void => {
    for (let done = 1; current !== undefined; done++) {
      if (current.next().done === true) current = undefined;
      else if (done % pieces === 0 && performance.now() >= until) {
        next = setTimeout(() => proceed(performance.now() + patience));
        return;
      }
    }
  };
  return {
    start: (work) => {
      clearTimeout(next);
      current = work;
      proceed(performance.now() + patience);
    },
    finish: () => {
      clearTimeout(next);
      proceed(Infinity);
    },
  };
}
