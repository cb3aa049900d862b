import type { Step } from '../../model/plan/step.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { Attribution } from '../../model/plan/change.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { isPossiblyExposed } from '../plan/step-view.ts';
import { actionWords } from '../plan/plan-groups.ts';
import { inertLine } from '../text/inert.ts';
import type { Facet, Facets, FacetValue } from './data.ts';
import { actionMarks } from './html-words.ts';

/** A step on the page, with its plan and the lint findings for it. */
export interface ShownStep {
  readonly plan: Plan;
  readonly step: Step;
  readonly findings: readonly Diagnostic[];
}

const risks: Readonly<Record<string, string>> = {
  unapproved: 'not approved',
  weaker: 'becomes less protected',
  'newly-reachable': 'becomes newly reachable',
  possibleExposure: 'may become less protected',
  refused: 'refused',
  kept: 'drifted or blocked',
  removes: 'removes something',
  protected: 'protected',
  secret: 'secret not set',
  outside: 'changed outside Edgewright',
  finding: 'lint finding',
};

const whose: Readonly<Record<Attribution, string>> = {
  'pull-request': 'in this PR',
  pending: 'pending on the base',
  drift: 'drift',
  'undoes-outside': 'reverts drift',
};

/** The facet values of a step. */
export function facetsOf({ plan, step, findings }: ShownStep): Facets {
  const labels = Object.entries(step.labels ?? {}).map(
    ([name, value]) => [`label:${inertLine(name)}`, [inertLine(value)]] as const,
  );
  return {
    environment: [inertLine(plan.environment)],
    action: [step.action],
    kind: [step.kind],
    risk: risksOf({ plan, step, findings }),
    whose: step.attribution ?? [],
    ...Object.fromEntries(labels),
  };
}

function risksOf({ plan, step, findings }: ShownStep): readonly string[] {
  const { action, address, exposure, changes, isProtected, missingSecrets } = step;
  return [
    ...(exposure?.isAllowed === false ? ['unapproved'] : []),
    ...(exposure === undefined || exposure.direction === 'unknown' ? [] : [exposure.direction]),
    ...(isPossiblyExposed(step) ? ['possibleExposure'] : []),
    ...(refusedIn(plan).has(address) ? ['refused'] : []),
    ...(action === 'blocked' || action === 'drift' ? ['kept'] : []),
    ...(action === 'delete' || action === 'retire' ? ['removes'] : []),
    ...(isProtected ? ['protected'] : []),
    ...(missingSecrets.length > 0 ? ['secret'] : []),
    ...(changes.some(({ cause }) => cause === 'outside') ? ['outside'] : []),
    ...(findings.length > 0 ? ['finding'] : []),
  ];
}

const refused = new WeakMap<Plan, ReadonlySet<string>>();

/** Cached as a set: a refusal may name every step of a plan. */
function refusedIn(plan: Plan): ReadonlySet<string> {
  const known = refused.get(plan) ?? new Set(plan.refusals.flatMap(({ addresses }) => addresses));
  refused.set(plan, known);
  return known;
}

/** The facets in which the steps differ, with their values in display order. */
export function facetList(steps: readonly ShownStep[]): readonly Facet[] {
  const known = steps.map(facetsOf);
  const labels = [...new Set(known.flatMap((facets) => Object.keys(facets)))]
    .filter((key) => key.startsWith('label:'))
    .sort();
  const facet = (key: string, title: string, texts?: Readonly<Record<string, string>>): Facet => {
    const there = new Set(known.flatMap((facets) => facets[key] ?? []));
    const ordered =
      texts === undefined ? [...there].sort() : Object.keys(texts).filter((one) => there.has(one));
    return {
      key,
      title,
      values: ordered.map((value) => ({ value, text: texts?.[value] ?? value })),
    };
  };
  return [
    facet('environment', 'Environment'),
    facet(
      'action',
      'Action',
      Object.fromEntries(actionWords.map(([value, word]) => [value, `${actionMarks[value]} ${word}`])),
    ),
    facet('risk', 'Risk', risks),
    facet('kind', 'Kind'),
    facet('whose', 'Whose change', whose),
    ...labels.map((key) => facet(key, `Label ${key.slice('label:'.length)}`)),
  ].filter(({ key, values }) => tellsApart(key, values, known));
}

function tellsApart(key: string, values: readonly FacetValue[], known: readonly Facets[]): boolean {
  return (
    values.length > 1 || (values.length === 1 && known.some((facets) => (facets[key] ?? []).length === 0))
  );
}
