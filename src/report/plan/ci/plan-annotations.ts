import type { PlanOrigin } from '../../../model/plan/change.ts';
import type { PlanNote } from '../../../model/plan/plan.ts';
import type { Annotation } from '../../text/annotations.ts';
import { isKept, type StepView } from '../step-view.ts';
import { noteText } from '../words/note.ts';

export interface InRepository {
  /** The folder of the workspace in its repository: empty, or with a final `/`. */
  readonly folder: string;
}

const mostPaths = 4;

/** A refused step as an error, a drifted or blocked one as a warning; other steps have none. */
export function stepAnnotation(
  view: StepView,
  { title, folder }: InRepository & { readonly title: string },
): readonly Annotation[] {
  const { step, word, refused, exposure, facts } = view;
  if (refused.length === 0 && !isKept(step)) return [];
  const lines = [
    `${word} ${step.address}`,
    ...refused.map((text) => `refused: ${text}`),
    ...exposure,
    ...facts,
    ...fieldLines(view),
  ];
  const level = refused.length > 0 ? 'error' : 'warning';
  return [{ level, title, text: lines.join('\n'), place: placeIn(step.origin, { folder }) }];
}

/** A note as a warning. */
export function noteAnnotation(
  note: PlanNote,
  { title, folder }: InRepository & { readonly title: string },
): Annotation {
  const { address, origin } = note;
  const whose = address === undefined ? '' : `${address}: `;
  return { level: 'warning', title, text: `${whose}${noteText(note)}`, place: placeIn(origin, { folder }) };
}

function placeIn(origin: PlanOrigin | undefined, { folder }: InRepository): Annotation['place'] {
  if (origin === undefined) return undefined;
  return { file: folder + origin.file, line: origin.line, column: origin.column };
}

function fieldLines({ changes, step }: StepView): readonly string[] {
  if (changes.length === 0) return [];
  const rest = changes.length - mostPaths;
  const paths = changes.slice(0, mostPaths).map(({ path }) => path);
  return [
    `${isKept(step) ? 'differs in' : 'changes'} ${paths.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
  ];
}
