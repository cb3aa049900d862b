import type { PlanNote, Step } from '../model/plan.ts';
import type { Planning } from './input.ts';

/** Everything a reader should know that is no step, in a fixed order; last, what this plan cannot see. */
export function notesOf(
  planning: Planning,
  { all, steps }: { readonly all: readonly Step[]; readonly steps: readonly Step[] },
): readonly PlanNote[] {
  const notes = [...planning.found].sort((a, b) => compare(keyOf(a), keyOf(b)));
  const left =
    all.filter((step) => step.action !== 'keep').length -
    steps.filter((step) => step.action !== 'keep').length;
  if (left > 0)
    notes.push({ topic: 'filter', text: `--only leaves out ${left} step${left === 1 ? '' : 's'}` });
  notes.push({
    topic: 'scope',
    text: 'routes that are not in the ledger cannot be seen: the API does not list them',
  });
  return notes;
}

function keyOf({ topic, address, text }: PlanNote): string {
  return `${topic} ${address ?? ''} ${text}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
