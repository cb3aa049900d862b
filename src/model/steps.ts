/** Long work comes as a generator, so that a caller with something else to do can do it between the steps. */
export type Steps<Result> = Generator<undefined, Result>;

/** Goes through all steps at once. */
export function allSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
