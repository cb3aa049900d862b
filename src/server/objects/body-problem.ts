import type { Path } from '../../model/value.ts';
import { dotted } from '../../text/dotted-path.ts';

const shownAtMost = 5;

/** A problem in a body or a fixture, and its place. The message continues after the path: "must be a number". */
export interface Problem {
  readonly path: Path;
  readonly message: string;
}

/** All problems in one sentence; the first few in full. The values of secret fields are never repeated. */
export function sentenceOf(problems: readonly Problem[]): string {
  const shown = problems
    .slice(0, shownAtMost)
    .map(({ path, message }) =>
      path.length === 0 ? `the body ${message}` : `\`${dotted(path)}\` ${message}`,
    );
  const more = problems.length - shown.length;
  return shown.join('; ') + (more > 0 ? `; and ${more} more` : '');
}
