import { ApiError, UserError } from '../../../src/model/errors.ts';
import { applyRun, initRun } from './apply-run.ts';
import { planRun } from './plan-run.ts';
import { resolveRun } from './resolve-run.ts';
import type { Surroundings } from './surroundings.ts';
import { exitCodes } from '../../../src/model/exit-codes.ts';

const verbs = { init: initRun, apply: applyRun, plan: planRun, resolve: resolveRun } as const;

export type Verb = keyof typeof verbs;

/** Runs a verb; what a person can fix is printed and becomes the exit code. */
export async function mainRun(verb: Verb, about: Surroundings): Promise<number> {
  try {
    return await verbs[verb](about);
  } catch (error) {
    if (!(error instanceof UserError || error instanceof ApiError)) throw error;
    about.print(`error: ${error.message}`);
    return error instanceof UserError ? error.exitCode : exitCodes.unreachable;
  }
}
