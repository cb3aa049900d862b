import type { Plan, PlanNote, Step } from '../../model/plan.ts';
import { namesOf, stepsByName } from './attribution.ts';
import { isSilent } from '../finish/exit-code.ts';

/** What the base has before it and head no longer: a reviewer would otherwise look for it in vain. */
export function takenBack(
  head: Pick<Plan, 'steps'>,
  base: Pick<Plan, 'steps'>,
  ref: string,
): readonly PlanNote[] {
  const now = stepsByName(head.steps);
  return base.steps.flatMap((step) => {
    if (isSilent(step)) return [];
    const text = textOf(
      step,
      namesOf(step).flatMap((name) => now.get(name) ?? []),
      ref,
    );
    return text === undefined ? [] : [{ topic: 'taken-back', address: step.address, text }];
  });
}

function textOf(step: Step, now: readonly Step[], ref: string): string | undefined {
  const { action } = step;
  // Whatever becomes of the object now is a step of its own.
  if (now.some((other) => isEnd(other) && other.action !== action)) return undefined;
  if (action !== 'update' && action !== 'drift' && action !== 'blocked') {
    if (now.some((other) => other.action === action || other.action === 'blocked')) return undefined;
    return `its ${action} was pending on \`${ref}\`, and is not with this pull request`;
  }
  const paths = new Set(now.flatMap(({ changes }) => changes.map(({ path }) => path)));
  const gone = step.changes.filter(({ path }) => !paths.has(path));
  const outside = gone.filter(({ cause }) => cause === 'outside');
  const ours = gone.filter(({ cause }) => cause !== 'outside' && cause !== 'replaced-whole');
  if (outside.length > 0) return `${named(outside)} was changed outside, and the files now say the same`;
  if (ours.length > 0) return `${named(ours)} was pending on \`${ref}\`, and is not with this pull request`;
  return undefined;
}

function isEnd({ action }: Step): boolean {
  return action !== 'update' && action !== 'drift' && action !== 'blocked' && action !== 'keep';
}

const mostNamed = 5;

function named(changes: Step['changes']): string {
  const paths = changes.map(({ path }) => `\`${path}\``);
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : '';
  return `${paths.slice(0, mostNamed).join(', ')}${more}`;
}
