import { UnknownFact } from '../scope-values.ts';

/** The variables of one moment. `read` gets the full name and throws `UnknownFact`; undefined: there is none. */
export interface VariableScope {
  readonly read: (name: string) => unknown;
  /** The request is not given: a name that may no longer be a variable is read as the one that took its place. */
  readonly isOpen?: true;
}

export interface CelEvaluation {
  readonly scope: VariableScope;
  /** The values of the names that macros bind, by their depth. */
  readonly bound: unknown[];
  /** How many items macros have gone over. */
  steps: number;
}

/** A part of an expression, compiled. Throws where it has no value. */
export type Part = (evaluation: CelEvaluation) => unknown;

const mostSteps = 1_000_000;

/** Counts an item that a macro goes over: macros inside of macros multiply. */
export function countStep(evaluation: CelEvaluation): void {
  if (++evaluation.steps > mostSteps)
    throw new UnknownFact({ why: 'limit', of: `an expression with more than ${mostSteps} steps` });
}

/** The problem to report of two: an unknown fact that can be given, then any unknown fact, then an error. */
export function worthier(worst: Error | undefined, other: unknown): Error {
  const error = other instanceof Error ? other : new Error(String(other));
  return worst === undefined || weight(error) > weight(worst) ? error : worst;
}

function weight(problem: Error): number {
  if (!(problem instanceof UnknownFact)) return 0;
  return problem.unknown.give === undefined ? 1 : 2;
}

/** A part that is in no documentation of the dialect. */
export function undocumentedPart(of: string): Part {
  return () => {
    throw new UnknownFact({ why: 'undocumented', of });
  };
}
