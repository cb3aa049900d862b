import { edits } from './edits.ts';
import { outsideEdits } from './outside.ts';

/** The actions that many histories together should have done but have not. Empty if the histories are few. */
export function isVaried(tally: ReadonlyMap<string, number>): readonly string[] {
  if ((tally.get('converged') ?? 0) < 400) return [];
  const wanted = [
    ...Object.keys(edits),
    ...Object.keys(outsideEdits),
    ...['apply 0', 'apply 2', 'apply 3', 'apply 6', 'pull 0', 'rollback 0', 'saved 0', 'rotate', 'converged'],
  ];
  return wanted.filter((name) => !tally.has(name));
}
