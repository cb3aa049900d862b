import { createTwoFilesPatch } from 'diff';
import { inert } from './inert.ts';

/** A change of one file as `git diff` and `patch` know it. */
export function unifiedDiff(path: string, before: string, after: string): string {
  const patch = createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, {
    context: 3,
  });
  return inert(patch.replace(/^=+\n/, ''));
}
