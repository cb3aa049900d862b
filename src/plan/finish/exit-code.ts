import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { isSilentStep } from '../../model/plan/step.ts';

/**
 * The exit code of a plan: exit code 4 if the outcome of a create is unknown; exit code 6 if a gate refuses or all
 * steps are blocked; exit code 2 for drift and, if `isDetailed`, for changes; otherwise 0.
 */
export function planExitCode(
  plan: Plan,
  { isDetailed = false }: { readonly isDetailed?: boolean } = {},
): ExitCode {
  if (plan.steps.some(({ unknown }) => unknown !== undefined)) return exitCodes.unknown;
  if (plan.refusals.length > 0) return exitCodes.gate;
  const visible = plan.steps.filter((step) => !isSilentStep(step));
  const isHeld = visible.some(({ action }) => action === 'drift');
  const isStuck = visible.every(({ action }) => action === 'blocked' || action === 'drift');
  if (isStuck && visible.some(({ action }) => action === 'blocked')) return exitCodes.gate;
  return isHeld || (isDetailed && visible.length > 0) ? exitCodes.changes : exitCodes.ok;
}
