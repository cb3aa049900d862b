import { isSilentStep } from '../../model/plan/step.ts';
import type { Step } from '../../model/plan/step.ts';
import type { NoteFact } from '../../model/facts/note.ts';
import type { Plan, PlanNote } from '../../model/plan/plan.ts';
import { stepAddresses, stepsByName } from './attribution.ts';

/** Notes on the steps and fields that only base's plan has, so that a reviewer does not look for them in head's. */
export function takenBack(
  head: Pick<Plan, 'steps'>,
  base: Pick<Plan, 'steps'>,
  ref: string,
): readonly PlanNote[] {
  const now = stepsByName(head.steps);
  return base.steps.flatMap((step) => {
    if (isSilentStep(step)) return [];
    const fact = factOf(
      step,
      stepAddresses(step).flatMap((name) => now.get(name) ?? []),
      ref,
    );
    return fact === undefined ? [] : [{ topic: 'taken-back', address: step.address, fact }];
  });
}

function factOf(step: Step, now: readonly Step[], ref: string): NoteFact | undefined {
  const { action } = step;
  // If the object is now created, deleted or retired, that step already reports it.
  if (now.some((other) => isEnd(other) && other.action !== action)) return undefined;
  if (action !== 'update' && action !== 'drift' && action !== 'blocked') {
    if (now.some((other) => other.action === action || other.action === 'blocked')) return undefined;
    return { code: 'step-taken-back', action, ref };
  }
  const paths = new Set(now.flatMap(({ changes }) => changes.map(({ path }) => path)));
  const gone = step.changes.filter(({ path }) => !paths.has(path));
  const outside = gone.filter(({ cause }) => cause === 'outside');
  const ours = gone.filter(({ cause }) => cause !== 'outside' && cause !== 'replaced-whole');
  if (outside.length > 0) return { code: 'drift-declared', ...listed(outside) };
  if (ours.length > 0) return { code: 'fields-taken-back', ...listed(ours), ref };
  return undefined;
}

function isEnd({ action }: Step): boolean {
  return action !== 'update' && action !== 'drift' && action !== 'blocked' && action !== 'keep';
}

const mostNamed = 5;

function listed(changes: Step['changes']): { readonly paths: readonly string[]; readonly more: number } {
  const paths = changes.slice(0, mostNamed).map(({ path }) => path);
  return { paths, more: changes.length - paths.length };
}
