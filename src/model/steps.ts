/** Long work as a generator, so that a caller can do other work between its steps. */
export type Steps<Result> = Generator<undefined, Result>;

/** Runs all steps at once. */
export function allSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Runs all steps, at once or alternating with other work. Throws if the work was canceled meanwhile. */
export type Pace = <Result>(steps: Steps<Result>) => Promise<Result>;

export const atOnce: Pace = (steps) => Promise.resolve(allSteps(steps));
