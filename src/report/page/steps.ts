import type { StepAction } from '../../model/plan/step.ts';
import { gist, actionWords, isGrave } from '../plan/plan-groups.ts';
import { inertLine } from '../text/inert.ts';
import type { SourceLink } from '../findings/source-link.ts';
import type { Facet, StepData } from './data.ts';
import { h, type Content } from './html-text.ts';
import type { ShownStep } from './facets.ts';
import { safe } from './step-data.ts';
import { stepBody } from './step-html.ts';
import { directionText } from '../plan/words/refusal-words.ts';
import type { StepView } from '../plan/step-view.ts';
import { openWords, stepWord } from '../plan/step-view.ts';
import { actionMarks } from './html-words.ts';

export interface StepEntry extends ShownStep {
  readonly view: StepView;
  readonly id: string;
  readonly data: StepData;
  /** For folded steps, the first is the sample, and `more` says how many follow. */
  readonly place:
    | { readonly is: 'alone' | 'like-the-sample' }
    | { readonly is: 'sample'; readonly more: string };
}

/** The id of a step's element: stable between runs, so that links to it stay valid. */
export function stepId(environment: string, address: string): string {
  return encodeURI(safe(`${environment}/${address}`));
}

/** A link to a step; only for addresses that have a step on the page. */
export function stepLink(environment: string, address: string): Content {
  return h('a', { class: 'address', href: `#${stepId(environment, address)}` }, inertLine(address));
}

export interface StepsLook {
  readonly link: SourceLink;
  /** Whether bodies are written into the page, open, or created on opening; `isInPage` has the exceptions. */
  readonly inside: 'written' | 'made';
}

/** The steps of an environment: refused ones first, then by action, each group with a heading. */
export function stepGroups(entries: readonly StepEntry[], look: StepsLook, level: 'h3' | 'h4'): Content {
  const refused = entries.filter(({ view }) => view.refused.length > 0);
  const rest = entries.filter(({ view }) => view.refused.length === 0);
  return [
    groupOf(refused, h('span', 'act refused', '! refused'), look, level),
    ...actionWords.map(([action]) =>
      groupOf(
        rest.filter(({ step }) => step.action === action),
        actionChip(action),
        look,
        level,
      ),
    ),
  ];
}

function groupOf(group: readonly StepEntry[], chip: Content, look: StepsLook, level: 'h3' | 'h4'): Content {
  if (group.length === 0) return [];
  return h('section', 'group', [
    h(level, {}, [
      chip,
      ' ',
      h(
        'span',
        { class: 'count', 'data-of': group.length },
        `${group.length} ${group.length === 1 ? 'step' : 'steps'}`,
      ),
    ]),
    ...blocksOf(group).map((block) =>
      h(
        'div',
        'block',
        block.flatMap((entry) => [
          stepElement(entry, look),
          ...(entry.place.is === 'sample' ? [h('p', 'alike', entry.place.more)] : []),
        ]),
      ),
    ),
  ]);
}

/** In a long page, blocks outside the viewport are not laid out; the style has the height of one. */
const stepsOfBlock = 50;

function blocksOf(group: readonly StepEntry[]): readonly (readonly StepEntry[])[] {
  return Array.from({ length: Math.ceil(group.length / stepsOfBlock) }, (_, index) =>
    group.slice(index * stepsOfBlock, (index + 1) * stepsOfBlock),
  );
}

/**
 * Whether the body of a step is in the page as HTML: in short plans, for samples, and for security changes and
 * deletions.
 */
export function isInPage({ place, step }: StepEntry, inside: StepsLook['inside']): boolean {
  return inside === 'written' || place.is === 'sample' || isGrave(step);
}

function stepElement(entry: StepEntry, { link, inside }: StepsLook): Content {
  const { id, step, data, place } = entry;
  const { action, address, exposure, possibleExposure, isProtected, missingSecrets } = step;
  const chips = [
    ...(exposure === undefined ? [] : [directionText(exposure.direction)]),
    ...(possibleExposure === undefined ? [] : [directionText('unknown')]),
    ...(entry.view.isOpen ? [openWords] : []),
    ...(isProtected ? ['protected'] : []),
    ...(missingSecrets.length === 0 ? [] : ['secret not set']),
    ...(data.findings.length === 0 ? [] : [`${data.findings.length} lint`]),
  ];
  const isHere = isInPage(entry, inside);
  const isOpen = isHere && place.is !== 'like-the-sample';
  return h('details', { class: `step ${action}`, id, open: isOpen ? true : undefined }, [
    h('summary', {}, [
      actionChip(action),
      h('span', 'address', inertLine(address)),
      ...chips.map((chip, index) =>
        h('span', index === 0 && (exposure ?? possibleExposure) !== undefined ? 'chip bad' : 'chip', chip),
      ),
      ...(isOpen ? [] : [h('span', 'gist', inertLine(gist(step)))]),
    ]),
    ...(isHere ? [stepBody(data, link)] : []),
  ]);
}

export function actionChip(action: StepAction): Content {
  return h('span', `act ${action}`, `${actionMarks[action]} ${stepWord(action)}`);
}

/** Hidden until the script shows it, since filters need the script. */
export function filterForm(facets: readonly Facet[], total: number): Content {
  return h(
    'form',
    { id: 'filter', class: 'filter', role: 'search', 'aria-label': 'Filter the steps', hidden: true },
    [
      h('label', { class: 'search' }, [
        h('span', {}, 'Search'),
        h('input', {
          type: 'search',
          name: 'q',
          autocomplete: 'off',
          spellcheck: 'false',
          placeholder: 'address, field, value',
        }),
      ]),
      h('p', { id: 'shown', class: 'shown', role: 'status' }, `${total} of ${total} steps`),
      h('p', 'buttons', [
        h('button', { type: 'reset' }, 'Show all'),
        h('button', { type: 'button', id: 'open-all' }, 'Open all'),
        h('button', { type: 'button', id: 'close-all' }, 'Close all'),
      ]),
      h('details', { class: 'facets', open: true }, [h('summary', {}, 'Filters'), ...facets.map(facetField)]),
    ],
  );
}

function facetField({ key, title, values }: Facet): Content {
  return h('fieldset', {}, [
    h('legend', {}, title),
    ...values.map(({ value, text }) =>
      h('label', {}, [
        h('input', { type: 'checkbox', name: key, value }),
        h('span', 'value', text),
        h('span', 'number', ''),
      ]),
    ),
  ]);
}
