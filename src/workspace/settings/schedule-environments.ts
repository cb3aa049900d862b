import { problem, quoted } from '../../model/problem.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Schedule } from '../../model/plan/schedule.ts';
import { suggestionOr } from '../../text/suggest.ts';

/** The findings about environments that windows and freezes name and that do not exist. */
export function unknownEnvironments(
  { windows, freezes }: Schedule,
  known: Iterable<string>,
): readonly Diagnostic[] {
  const names = [...known];
  const named = [...windows, ...freezes].flatMap(({ environments = [] }) => environments);
  return named
    .filter(({ name }) => !names.includes(name))
    .map(({ name, place }) =>
      problem('override-unknown-environment', place, `there is no environment ${quoted(name)}`, {
        help: suggestionOr(name, names, `there are: ${names.map(quoted).join(', ')}`),
      }),
    );
}
