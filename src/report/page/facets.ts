import { directionText } from '../plan/words/refusal-words.ts';
import { isWeakened, type Step, type StepAction } from '../../model/plan/step.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { attributionWords } from '../plan/words/attribution-words.ts';
import { isRefused } from '../plan/plan-view.ts';
import { isPossiblyExposed, openWords, type StepView } from '../plan/step-view.ts';
import { stepActionsInOrder, actions } from '../plan/plan-groups.ts';
import { inertLine } from '../text/inert.ts';
import type { Facet, Facets, FacetValue } from './data.ts';

/** A step on the page, with its plan and the lint findings for it. */
export interface ShownStep {
  readonly plan: Plan;
  readonly step: Step;
  readonly view: StepView;
  readonly findings: readonly Diagnostic[];
}

/** The headings above steps, in display order: one for each step. */
export type GroupName = StepAction | 'weakened' | 'refused';
export const groupNames: readonly GroupName[] = ['weakened', 'refused', ...stepActionsInOrder];

export function groupName(view: StepView): GroupName {
  if (isWeakened(view.step)) return 'weakened';
  return isRefused(view) ? 'refused' : view.step.action;
}

export function groupWord(group: GroupName): string {
  if (group === 'weakened') return 'less protected than the files';
  return group === 'refused' ? group : actions[group].word;
}

const risks: Readonly<Record<string, string>> = {
  weaker: directionText('weaker'),
  'newly-reachable': directionText('newly-reachable'),
  possibleExposure: directionText('unknown'),
  open: openWords,
  protected: 'protected',
  secret: 'secret not set',
  outside: 'changed outside Edgewright',
  finding: 'lint finding',
};

const whose: typeof attributionWords = { ...attributionWords, pending: 'pending on the base' };

/** The facet values of a step. */
export function facetsOf({ plan, step, view, findings }: ShownStep): Facets {
  const { attribution, changes, exposure, isProtected, missingSecrets } = step;
  const labels = Object.entries(step.labels ?? {}).map(
    ([name, value]) => [`label:${inertLine(name)}`, [inertLine(value)]] as const,
  );
  const risk = [
    ...(exposure === undefined || exposure.direction === 'unknown' ? [] : [exposure.direction]),
    ...(isPossiblyExposed(step) ? ['possibleExposure'] : []),
    ...(view.isOpen ? ['open'] : []),
    ...(isProtected ? ['protected'] : []),
    ...(missingSecrets.length > 0 ? ['secret'] : []),
    // With a base, the facet of whose change it is has it.
    ...(plan.base === undefined && changes.some(({ cause }) => cause === 'outside') ? ['outside'] : []),
    ...(findings.length > 0 ? ['finding'] : []),
  ];
  return {
    environment: [inertLine(plan.environment)],
    action: [groupName(view)],
    kind: [step.kind],
    risk,
    whose: attribution ?? [],
    ...Object.fromEntries(labels),
  };
}

/** The facets in which the steps differ, with their values in display order. */
export function facetList(steps: readonly ShownStep[]): readonly Facet[] {
  const known = steps.map(facetsOf);
  const labels = [...new Set(known.flatMap((facets) => Object.keys(facets)))]
    .filter((key) => key.startsWith('label:'))
    .sort();
  const facet = (key: string, title: string, texts?: Readonly<Record<string, string>>): Facet => {
    const values = new Set(known.flatMap((facets) => facets[key] ?? []));
    const ordered =
      texts === undefined ? [...values].sort() : Object.keys(texts).filter((value) => values.has(value));
    return {
      key,
      title,
      values: ordered.map((value) => ({ value, text: texts?.[value] ?? value })),
    };
  };
  const action = facet('action', 'Action', Object.fromEntries(groupNames.map((of) => [of, groupWord(of)])));
  return [
    action,
    withoutRepeats(facet('risk', 'Risk', risks), action, known),
    facet('kind', 'Kind'),
    withoutRepeats(facet('whose', 'Whose change', whose), action, known),
    ...labels.map((key) => facet(key, `Label ${key.slice('label:'.length)}`)),
  ].filter(({ key, values }) => tellsApart(key, values, known));
}

/** Without the values that choose the same steps as a value of the other facet, or an earlier one. */
function withoutRepeats(facet: Facet, other: Facet, known: readonly Facets[]): Facet {
  const chosen = (key: string, value: string): string =>
    known.flatMap((facets, index) => ((facets[key] ?? []).includes(value) ? [index] : [])).join();
  const seen = new Set(other.values.map(({ value }) => chosen(other.key, value)));
  const values = facet.values.filter(({ value }) => {
    const steps = chosen(facet.key, value);
    return !seen.has(steps) && seen.add(steps).has(steps);
  });
  return { ...facet, values };
}

function tellsApart(key: string, values: readonly FacetValue[], known: readonly Facets[]): boolean {
  return (
    values.length > 1 || (values.length === 1 && known.some((facets) => (facets[key] ?? []).length === 0))
  );
}
