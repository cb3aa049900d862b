import type { Drift } from '../../../model/drift.ts';
import { stepsByGroup } from '../plan-groups.ts';
import { stepView } from '../step-view.ts';
import { driftSetting, driftSummary } from '../drift-summary.ts';
import { driftText } from '../text/drift-text.ts';
import { logWith } from './annotated-log.ts';
import type { Annotation } from '../../text/annotations.ts';
import { noteAnnotation, stepAnnotation, type InRepository } from './plan-annotations.ts';

const columns = 100;

/** Drift in the log of GitHub Actions: the text in a folded group, and each drifted object as a warning. */
export function driftGithub(drifts: readonly Drift[], { folder }: InRepository): string {
  return logWith(
    drifts.map((drift) => ({
      title: driftSummary(drift),
      text: driftText(drift, { color: false, columns }),
      annotations: annotationsOf(drift, { title: `drift of ${drift.environment}`, folder }),
    })),
  );
}

/** Undeclared fields that changed are notes, because no step could send them. */
function annotationsOf(
  { steps, notes }: Drift,
  where: InRepository & { readonly title: string },
): readonly Annotation[] {
  const undeclared = notes.filter(({ topic }) => topic === 'undeclared-drift');
  return [
    ...stepsByGroup(steps).flatMap((step) => stepAnnotation(stepView(step, driftSetting), where)),
    ...undeclared.map((note) => noteAnnotation(note, where)),
  ];
}
