import type { Step } from '../../model/plan.ts';

/** What the two sides of a held step are: elsewhere `+` is what will be. */
export function heldWords(
  { action, changes }: Pick<Step, 'action' | 'changes'>,
  [live, files]: readonly [string, string],
): readonly string[] {
  if (action !== 'drift' || changes.length === 0) return [];
  return [`${live} is live and stays; ${files} is what the files say, and is not sent`];
}
