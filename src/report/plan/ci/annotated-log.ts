import { annotate, data, mostAnnotations, type Annotation } from '../../text/annotations.ts';
import { harmless } from '../../text/harmless.ts';
import { inertLine } from '../../text/inert.ts';

/** One environment in the log. */
interface LogPart {
  /** Its first line. */
  readonly title: string;
  readonly text: string;
  readonly annotations: readonly Annotation[];
}

/** Each text in a folded group, then the annotations of all, then the titles, which log searches look for. */
export function logWith(parts: readonly LogPart[]): string {
  const { lines, others } = annotate(parts.flatMap(({ annotations }) => annotations));
  const groups = parts.flatMap(({ title, text }) => [
    `::group::${data(inertLine(title))}`,
    // The commands of this log are ours: a line of the text is none.
    harmless(text).trimEnd(),
    '::endgroup::',
  ]);
  const rest = `${others.length} more; GitHub annotates ${mostAnnotations} of each level in a step`;
  const titles = parts.map(({ title }) => harmless(inertLine(title)));
  return `${[...groups, ...lines, ...(others.length === 0 ? [] : [rest]), ...titles].join('\n')}\n`;
}
