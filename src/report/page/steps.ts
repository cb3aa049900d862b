import type { SourceLink } from '../findings/source-link.ts';
import { foldAlike, othersText } from '../plan/alike.ts';
import { isGrave, gist } from '../plan/plan-groups.ts';
import { isRefused } from '../plan/plan-view.ts';
import { openWords } from '../plan/step-view.ts';
import { directionText } from '../plan/words/refusal-words.ts';
import { inertLine } from '../text/inert.ts';
import type { Facet, StepData } from './data.ts';
import { safe } from './step-data.ts';
import { groupName, groupNames, groupWord, type GroupName, type ShownStep } from './facets.ts';
import { h, type Content } from './html-content.ts';
import { stepBody } from './step-html.ts';

export interface StepEntry extends ShownStep {
  readonly data: StepData;
  /** Of steps with the same change, the first is shown and the others are folded behind it. */
  readonly place: 'alone' | 'sample' | 'folded';
}

/** Steps under one heading. */
export interface PageGroup {
  readonly of: GroupName;
  /** Entries with the same change are one behind the other. */
  readonly alike: readonly AlikeEntries[];
  /** All of them, in the order of their elements. */
  readonly entries: readonly StepEntry[];
}

interface AlikeEntries {
  readonly first: StepEntry;
  readonly others: readonly StepEntry[];
  /** `and 12 more with the same change`. */
  readonly words: string;
}

/** The id of the element of a step or a group of them: stable between runs, so that links to it stay valid. */
export function stepId(environment: string, of: string): string {
  return encodeURI(safe(`${environment}/${of}`));
}

/** A link to a step; only for addresses that have a step on the page. */
export function stepLink(environment: string, address: string): Content {
  return h('a', { class: 'address', href: `#${stepId(environment, address)}` }, inertLine(address));
}

export interface StepsLook {
  readonly link: SourceLink;
  /** Whether bodies are written into the page, open, or created on opening; `isInPage` has the exceptions. */
  readonly inside: 'written' | 'made';
  /** Of the headings of a plan: the second where it is alone on the page. */
  readonly level: 'h2' | 'h3';
}

/** The steps of an environment: refused ones first, then by action. */
export function stepGroups(all: readonly Omit<StepEntry, 'place'>[]): readonly PageGroup[] {
  return groupNames.flatMap((of) => {
    const groupSteps = all.filter(({ view }) => groupName(view) === of);
    if (groupSteps.length === 0) return [];
    const alike = foldAlike(groupSteps, 'long').map((fold): AlikeEntries => ({
      first: { ...fold.first, place: fold.others.length === 0 ? 'alone' : 'sample' },
      others: fold.others.map((entry) => ({ ...entry, place: 'folded' })),
      words: othersText(fold, 0).words,
    }));
    return [{ of, alike, entries: alike.flatMap(({ first, others }) => [first, ...others]) }];
  });
}

/** A group with its heading; `before` comes between it and the steps, `after` below them. */
export function groupView(
  { of, alike }: PageGroup,
  {
    before,
    after,
    environment,
    look,
  }: {
    readonly before: Content;
    readonly after: Content;
    readonly environment: string;
    readonly look: StepsLook;
  },
): Content {
  const pieces: Content[] = [];
  let block: Content[] = [];
  const endBlock = (): void => {
    if (block.length > 0) pieces.push(h('div', 'block', block));
    block = [];
  };
  for (const { first, others, words } of alike) {
    block.push(stepElement(first, look));
    if (others.length > 0 || block.length >= stepsOfBlock) endBlock();
    if (others.length > 0) pieces.push(foldOf(others, words, look));
  }
  endBlock();
  return h('section', { class: `group ${of}`, id: stepId(environment, of) }, [
    h(look.level, {}, groupWord(of)),
    before,
    ...pieces,
    after,
  ]);
}

function foldOf(others: readonly StepEntry[], words: string, look: StepsLook): Content {
  const blocks = Array.from({ length: Math.ceil(others.length / stepsOfBlock) }, (_, index) =>
    h(
      'div',
      'block',
      others.slice(index * stepsOfBlock, (index + 1) * stepsOfBlock).map((entry) => stepElement(entry, look)),
    ),
  );
  return h('details', 'fold', [h('summary', {}, words), ...blocks]);
}

/** In a long page, blocks outside the viewport are not laid out; the style has the height of one. */
const stepsOfBlock = 50;

/**
 * Whether the body of a step is in the page as HTML: in short plans, for samples, and for security changes and
 * deletions.
 */
export function isInPage({ place, step }: StepEntry, inside: StepsLook['inside']): boolean {
  return inside === 'written' || place === 'sample' || isGrave(step);
}

function stepElement(entry: StepEntry, { link, inside }: StepsLook): Content {
  const { plan, step, view, data, place } = entry;
  const { action, address, exposure, possibleExposure, isProtected, missingSecrets } = step;
  // The body of a refused step begins with it.
  const direction = exposure?.direction ?? (possibleExposure === undefined ? undefined : 'unknown');
  const chips = [
    ...(view.isOpen ? [openWords] : []),
    ...(isProtected ? ['protected'] : []),
    ...(missingSecrets.length === 0 ? [] : ['secret not set']),
    ...(data.findings.length === 0 ? [] : [`${data.findings.length} lint`]),
  ];
  const isHere = isInPage(entry, inside);
  const isOpen = isHere && place !== 'folded';
  const id = stepId(plan.environment, address);
  return h('details', { class: `step ${action}`, id, open: isOpen ? true : undefined }, [
    h('summary', {}, [
      h('span', `act ${action}`, `${view.mark} ${view.word}`),
      h('span', 'address', inertLine(address)),
      ...(direction === undefined || isRefused(view)
        ? []
        : [h('span', 'chip bad', directionText(direction))]),
      ...chips.map((chip) => h('span', chip === openWords ? 'chip bad' : 'chip', chip)),
      ...(isOpen ? [] : [h('span', 'gist', inertLine(gist(step)))]),
    ]),
    ...(isHere ? [stepBody(data, link)] : []),
  ]);
}

/** Hidden until the script shows it, since filters need the script. */
export function filterForm(facets: readonly Facet[], total: number): Content {
  return h('form', { id: 'filter', class: 'filter', role: 'search', 'aria-label': 'Filter the steps' }, [
    h('input', {
      type: 'search',
      name: 'q',
      'aria-label': 'Search the steps',
      autocomplete: 'off',
      spellcheck: 'false',
      placeholder: 'Search: address, field, value',
    }),
    h('p', { id: 'shown', class: 'shown', role: 'status' }, `${total} of ${total} steps`),
    h('button', { type: 'button', id: 'show-all' }, 'Show all'),
    h('button', { type: 'button', id: 'open-all' }, 'Open all'),
    h('button', { type: 'button', id: 'close-all' }, 'Close all'),
    ...(facets.length === 0
      ? []
      : [
          h('details', { class: 'facets' }, [
            h('summary', {}, 'Filters'),
            h('div', 'fields', facets.map(facetField)),
          ]),
        ]),
  ]);
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
