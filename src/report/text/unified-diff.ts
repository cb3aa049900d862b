import { createTwoFilesPatch } from 'diff';
import { inert } from './inert.ts';

/** A change of one file in the format of `git diff` and `patch`. */
export function unifiedDiff(path: string, before: string, after: string): string {
  const patch = createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, {
    context: 3,
  });
  return inert(patch.replace(/^=+\n/, ''));
}
