import { isSilentStep } from '../../model/plan/step.ts';
import { exitCodes, type ExitCode } from '../../model/errors.ts';
import type { Plan } from '../../model/plan/plan.ts';

/** No step but `keep`, and nothing to rename in the ledger. Notes do not count. */
export function isEmpty({ steps }: Plan): boolean {
  return steps.every((step) => isSilentStep(step));
}

/** 4 when the outcome of a create is unknown, 6 when a gate wants a human or nothing can be done, 2 for held drift, and for changes when asked for, else 0. */
export function planExitCode(plan: Plan, { isDetailed }: { readonly isDetailed: boolean }): ExitCode {
  if (plan.steps.some(({ unknown }) => unknown !== undefined)) return exitCodes.unknown;
  if (plan.refusals.length > 0) return exitCodes.gate;
  const visible = plan.steps.filter((step) => !isSilentStep(step));
  const isHeld = visible.some(({ action }) => action === 'drift');
  const isStuck = visible.every(({ action }) => action === 'blocked' || action === 'drift');
  if (isStuck && visible.some(({ action }) => action === 'blocked')) return exitCodes.gate;
  return isHeld || (isDetailed && visible.length > 0) ? exitCodes.changes : exitCodes.ok;
}

/** Of several plans, the code that wins: an unknown outcome, a gate, then changes. */
export function worstOf(codes: readonly ExitCode[]): ExitCode {
  for (const code of [exitCodes.unknown, exitCodes.gate, exitCodes.changes])
    if (codes.includes(code)) return code;
  return exitCodes.ok;
}
