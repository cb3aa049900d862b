import { escapedForRunner, inert, inertLine } from './inert.ts';

/** A message that GitHub shows at a line of a file, or for the whole job. Texts may be foreign. */
export interface Annotation {
  readonly level: AnnotationLevel;
  readonly title: string;
  readonly text: string;
  /** From the root of the repository. */
  readonly place?: AnnotatedPlace | undefined;
}

export type AnnotationLevel = 'error' | 'warning' | 'notice';

interface AnnotatedPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly end?: { readonly line: number; readonly column: number };
}

/** GitHub's limit of annotations for each level in one step; it drops the others. */
const mostAnnotations = 10;

const levels: readonly AnnotationLevel[] = ['error', 'warning', 'notice'];

/**
 * The annotations that GitHub shows as workflow commands, errors first, and those that are over its limit, with a line
 * that counts these if there are any.
 */
export function annotate<A extends Annotation>(
  all: readonly A[],
): { readonly lines: readonly string[]; readonly rest: readonly string[]; readonly others: readonly A[] } {
  const byLevel = levels.map((level) => all.filter((annotation) => annotation.level === level));
  const others = byLevel.flatMap((some) => some.slice(mostAnnotations));
  const rest = `${others.length} more; GitHub annotates ${mostAnnotations} of each level in a step`;
  return {
    lines: byLevel.flatMap((some) => some.slice(0, mostAnnotations)).map(annotationLine),
    rest: others.length === 0 ? [] : [rest],
    others,
  };
}

function annotationLine({ level, title, text, place }: Annotation): string {
  const properties = [
    ...(place === undefined ? [] : placeProperties(place)),
    `title=${property(inertLine(title))}`,
  ];
  return `::${level} ${properties.join(',')}::${data(text)}`;
}

/** GitHub shows columns only for a place in one line. */
function placeProperties({ file, line, column, end }: AnnotatedPlace): readonly string[] {
  return [
    `file=${property(file)}`,
    `line=${line}`,
    `col=${column}`,
    ...(end === undefined ? [] : [`endLine=${end.line}`]),
    ...(end?.line === line ? [`endColumn=${Math.max(column, end.column)}`] : []),
  ];
}

/** The text after the second `::`. */
export function data(value: string): string {
  return escapedForRunner(inert(value));
}

function property(value: string): string {
  return data(value).replaceAll('\t', ' ').replaceAll(':', '%3A').replaceAll(',', '%2C');
}
