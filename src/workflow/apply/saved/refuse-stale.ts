import type { Outcome } from '../../../model/plan/outcome.ts';
import { exitCodes, UserError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import { staleText } from '../../../report/plan/saved/stale.ts';
import { changesSomething, type SavedPlan } from '../../../saved/plan/document.ts';
import { saveCommand } from '../../../session/saved/saved-plans.ts';
import type { ApplyOptions } from '../apply-options.ts';
import type { ValidPart } from './valid-part.ts';

/**
 * Reports stale steps and throws, or with `--skip-stale` returns their outcomes, so that the other steps can be
 * applied.
 */
export function refuseStale(
  io: Io,
  { file, again, saved }: { readonly file: string; readonly again: string; readonly saved: SavedPlan },
  { stale, rewritten, plan }: ValidPart,
  { skipStale }: ApplyOptions,
): readonly Outcome[] {
  if (stale.length === 0 && rewritten.length === 0) return [];
  io.stderr(staleText({ stale, rewritten }));
  const isAnythingLeft = plan.steps.some(changesSomething);
  if (skipStale !== true || !isAnythingLeft) {
    throw new UserError(exitCodes.unsafe, `\`${file}\` is stale: nothing of it was applied`, {
      help: isAnythingLeft
        ? `plan again: \`${again}\`; or add \`--skip-stale\` to do what still holds`
        : `plan again: \`${again}\``,
    });
  }
  return stale.map(({ address, reasons }) => ({
    address,
    action: saved.steps.find((step) => step.address === address)?.action ?? 'keep',
    status: 'skipped',
    reason: { code: 'stale' },
    stale: reasons,
    surprises: [],
    cause: 'stale',
  }));
}

/** The command that makes the plan again with the same filters; gate overrides are not repeated. */
export function commandAgain(file: string, { environment, bound }: SavedPlan, options: ApplyOptions): string {
  return saveCommand(file, { ...options, env: environment, only: bound.only });
}
