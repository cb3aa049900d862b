import { dotted } from '../../text/pointer.ts';
import type { Path } from '../../model/value.ts';

/** Something that is wrong with a body or a fixture, and where. The message goes on after the path: "must be a number". */
export interface Problem {
  readonly path: Path;
  readonly message: string;
}

const shownAtMost = 5;

/** All problems as one sentence; the first few in full. No value of a body is ever repeated: it may be a secret. */
export function sentenceOf(problems: readonly Problem[]): string {
  const shown = problems
    .slice(0, shownAtMost)
    .map(({ path, message }) =>
      path.length === 0 ? `the body ${message}` : `\`${dotted(path)}\` ${message}`,
    );
  const more = problems.length - shown.length;
  return shown.join('; ') + (more > 0 ? `; and ${more} more` : '');
}
