import type { Drift } from '../../../model/drift.ts';
import type { PlanOrigin } from '../../../model/plan/change.ts';
import type { PlanNote } from '../../../model/plan/plan.ts';
import { isWeakened } from '../../../model/plan/step.ts';
import { driftView } from '../drift-summary.ts';
import { changedPaths, isKept, type StepView } from '../step-view.ts';
import { driftText } from '../text/drift-text.ts';
import { reasonLine } from '../words/exposure-words.ts';
import { noteText } from '../words/note-words.ts';
import { annotate, data, type Annotation } from '../../text/annotations.ts';
import { harmless } from '../../text/harmless.ts';
import { inertLine } from '../../text/inert.ts';

const columns = 100;

/** Drift in the log of GitHub Actions: the text in a folded group, and each drifted object as a warning. */
export function driftGithub(drifts: readonly Drift[], { folder }: InRepository): string {
  return logWith(
    drifts.map((drift) => ({
      title: driftView(drift).title,
      text: driftText(drift, { color: false, columns }),
      annotations: annotationsOf(drift, { title: `drift of ${drift.environment}`, folder }),
    })),
  );
}

/** Undeclared fields that changed are notes, because no step could send them. */
function annotationsOf(
  drift: Drift,
  where: InRepository & { readonly title: string },
): readonly Annotation[] {
  const undeclared = drift.notes.filter(({ topic }) => topic === 'undeclared-drift' || topic === 'sent-test');
  return [
    ...driftView(drift).steps.flatMap((view) => stepAnnotation(view, where)),
    ...undeclared.map((note) => noteAnnotation(note, where)),
  ];
}

/** One environment in the log. */
interface LogPart {
  /** Its first line. */
  readonly title: string;
  readonly text: string;
  readonly annotations: readonly Annotation[];
}

/** Each text in a folded group, then the annotations of all, then the titles, which log searches look for. */
export function logWith(parts: readonly LogPart[]): string {
  const { lines, rest } = annotate(parts.flatMap(({ annotations }) => annotations));
  const groups = parts.flatMap(({ title, text }) => [
    `::group::${data(inertLine(title))}`,
    // The commands of this log are ours: a line of the text is none.
    harmless(text).trimEnd(),
    '::endgroup::',
  ]);
  const titles = parts.map(({ title }) => harmless(inertLine(title)));
  return `${[...groups, ...lines, ...rest, ...titles].join('\n')}\n`;
}

export interface InRepository {
  /** The folder of the workspace in its repository: empty, or with a final `/`. */
  readonly folder: string;
}

/**
 * A refused step and one whose drift removed protection as an error, others that are drifted or blocked as a warning;
 * other steps have none.
 */
export function stepAnnotation(
  view: StepView,
  { title, folder }: InRepository & { readonly title: string },
): readonly Annotation[] {
  const { step, word, refused, exposure, facts } = view;
  if (refused.length === 0 && !isKept(step)) return [];
  const lines = [
    `${word} ${step.address}`,
    ...refused.map((text) => `refused: ${text}`),
    ...exposure.map(reasonLine),
    ...facts,
    ...(view.changes.length === 0 ? [] : [changedPaths(view)]),
  ];
  const level = refused.length > 0 || isWeakened(step) ? 'error' : 'warning';
  return [{ level, title, text: lines.join('\n'), place: placeIn(step.origin, { folder }) }];
}

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
