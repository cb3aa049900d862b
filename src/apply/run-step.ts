import type { Outcome } from '../model/plan/outcome.ts';
import type { Step } from '../model/plan/step.ts';
import { LedgerError } from '../model/errors.ts';
import { createObject } from './create-object.ts';
import { causeOf } from './failures.ts';
import type { Made } from './make-ready.ts';
import { adoptObject, forgetObject, keepObject } from './record-steps.ts';
import { outcome, type Ready, type ApplyRun } from './run.ts';
import { deleteObject, retireObject, updateObject } from './write-steps.ts';

/** Runs one step, or returns the reason why not; undefined for an unchanged object. */
export async function runStep(
  run: ApplyRun,
  step: Step,
  made: Made | undefined,
): Promise<Outcome | undefined> {
  if (step.action === 'keep')
    return run.stopped() === undefined ? unlessUnrecorded(step, () => keepObject(run, step)) : undefined;
  if (made === undefined) throw new Error(`the step for ${step.address} was not made ready`);
  if (step.action === 'drift') return outcome(step, 'drifted', step.reason);
  if (step.action === 'blocked')
    return outcome(step, step.unknown === undefined ? 'blocked' : 'unknown', step.reason);
  if ('missing' in made) return outcome(step, 'blocked', { code: 'secrets-unset', names: made.missing });
  const reason = run.stopped(step);
  if (reason !== undefined) return outcome(step, 'skipped', reason);
  run.onStart?.(step);
  return unlessUnrecorded(step, () => perform(run, made.ready));
}

async function unlessUnrecorded(
  step: Step,
  work: () => Promise<Outcome | undefined>,
): Promise<Outcome | undefined> {
  try {
    return await work();
  } catch (error) {
    // The intent could not be recorded, so no request was sent.
    if (error instanceof LedgerError)
      return outcome(
        step,
        'skipped',
        { code: 'ledger-failed', message: error.message },
        causeOf(error) === 'lock' ? { cause: 'lock' } : {},
      );
    throw error;
  }
}

async function perform(run: ApplyRun, ready: Ready): Promise<Outcome | undefined> {
  const { step } = ready;
  const sends = step.requests.length > 0;
  switch (step.action) {
    case 'create':
      return createObject(run, ready);
    case 'update':
      return sends ? updateObject(run, ready) : keepObject(run, step);
    case 'retire':
      return sends ? retireObject(run, ready) : forgetObject(run, ready);
    case 'delete':
      return deleteObject(run, ready);
    case 'adopt':
      return adoptObject(run, ready);
    case 'forget':
      return forgetObject(run, ready);
    case 'keep':
    case 'drift':
    case 'blocked':
      throw new Error(`a ${step.action} step is not performed`);
  }
}
