import type { Plan, Refusal } from '../../model/plan/plan.ts';
import { counted } from '../../text/words/noun-words.ts';
import type { Badge } from '../plan/badge.ts';
import type { PlanView } from '../plan/plan-view.ts';
import type { BindingFact } from '../plan/saved-texts.ts';
import { countsOf, unchangedOf } from '../plan/summary.ts';
import type { Inline, ReportSection } from '../plan/section.ts';
import { overrideText, refusalText } from '../plan/words/refusal-words.ts';
import { inertLine } from '../text/inert.ts';
import type { FindingData } from './data.ts';
import { safe } from './step-data.ts';
import { h, itemList, type Content, prose } from './html-content.ts';
import { commandToCopy, findingView } from './step-html.ts';
import { stepId, stepLink, type PageGroup, type StepsLook } from './steps.ts';
import { overrideFlags } from '../plan/override-flags.ts';

export function badge({ tone, words }: Badge): Content {
  return h('span', `badge ${tone}`, words);
}

/** The counts, what apply needs, and its command; of a refused plan, `refusedPart` has the last two. */
export function overview(
  { plan, verdict, compared }: PlanView,
  groups: readonly PageGroup[],
): readonly Content[] {
  const { sentences, next } = verdict;
  return [
    counts(plan, groups),
    ...(compared === undefined ? [] : [h('p', 'dim', `${inertLine(compared)}.`)]),
    ...(plan.refusals.length > 0 ? [] : sentences.map(sentenceView)),
    ...(next === undefined ? [] : [commandToCopy(`${next.label}:`, inertLine(next.command))]),
  ];
}

function sentenceView(sentence: string): Content {
  return h('p', {}, prose(safe(sentence)));
}

function counts(plan: Plan, groups: readonly PageGroup[]): Content {
  const shown = [
    ...countsOf(plan),
    { of: 'unchanged', count: unchangedOf(plan), words: 'unchanged' } as const,
  ];
  return h(
    'ul',
    'counts',
    shown.map(({ of, count, words }) => {
      const group =
        of === 'failed' || of === 'undecided'
          ? { of: 'tests' }
          : (groups.find((candidate) => candidate.of === of) ??
            groups.find(({ entries }) => entries.some(({ step }) => step.action === of)));
      const inside = [h('span', 'number', String(count)), ` ${words}`];
      const look = count === 0 ? 'zero' : of;
      return h('li', look, [
        group === undefined || count === 0
          ? h('span', 'face', inside)
          : h('a', { class: 'face', href: `#${stepId(plan.environment, group.of)}` }, inside),
      ]);
    }),
  );
}

interface SectionLook extends Pick<StepsLook, 'level'> {
  readonly look: 'alarm' | 'tests' | 'notes';
  readonly id?: string;
}

/** A heading with a list; nothing without items. */
export function sectionView({ title, items }: ReportSection, { look, level, id }: SectionLook): Content {
  if (items.length === 0) return [];
  const list = items.map(({ words, isBad }) =>
    h('li', look === 'tests' && isBad ? 'failed' : {}, words.map(inlineView)),
  );
  return h('section', { class: look, id }, [h(level, {}, title), h('ul', {}, list)]);
}

function inlineView(piece: Inline[number]): Content {
  if (typeof piece === 'string') return prose(safe(piece));
  const code = h('code', {}, inertLine(piece.code));
  return piece.isBad === true ? h('strong', {}, code) : code;
}

/**
 * Around the refused steps: until when nothing is applied and refusals beside steps; then, to be read after them, the
 * things that apply needs and the command that allows all.
 */
export function refusedPart(
  { of }: PageGroup,
  { plan, refusals, verdict }: PlanView,
): { readonly before: Content; readonly after: Content } {
  if (of !== 'refused') return { before: [], after: [] };
  const { sentences, allow, approve, once } = verdict;
  return {
    before: [
      ...sentences.slice(0, 1).map((first) => h('p', 'dim', prose(safe(first)))),
      itemList(
        'alarm',
        refusals.map((refusal) => refusalItem(plan, refusal, once)),
      ),
    ],
    after: [
      ...sentences.slice(1).map(sentenceView),
      ...(approve === undefined ? [] : [commandToCopy('To approve all:', inertLine(approve))]),
      ...(allow === undefined ? [] : [commandToCopy('To allow all once:', inertLine(allow))]),
    ],
  };
}

const mostNamed = 10;

function refusalItem({ environment }: Plan, refusal: Refusal, once: string | undefined): Content {
  const { addresses } = refusal;
  const named = addresses.slice(0, mostNamed).flatMap((address) => [stepLink(environment, address), ' ']);
  const rest = addresses.length - mostNamed;
  const text = safe(overrideText(refusal));
  const hasFlags = overrideFlags(refusal) !== undefined;
  return [
    h('p', {}, h('strong', {}, prose(safe(refusalText(refusal))))),
    ...(named.length === 0 ? [] : [h('p', {}, [...named, ...(rest > 0 ? [`and ${rest} more`] : [])])]),
    hasFlags
      ? commandToCopy('To allow it once:', once === undefined ? text : inertLine(once))
      : h('p', {}, ['To resolve: ', prose(text)]),
  ];
}

/** The findings that belong to no step: about unchanged resources, presets, tests. */
export function otherFindings(findings: readonly FindingData[], { level, link }: StepsLook): Content {
  if (findings.length === 0) return [];
  return h('section', 'notes', [
    h(level, {}, 'Other lint findings'),
    h('details', {}, [
      h('summary', {}, counted(findings.length, 'finding')),
      ...findings.map((finding) => findingView(finding, link)),
    ]),
  ]);
}

/** The binding of a plan from a file, and the parts of the page that a file does not have. */
export function savedPart(facts: readonly BindingFact[], level: StepsLook['level']): Content {
  return h('section', 'notes', [
    h(level, {}, 'Plan from a file'),
    h('p', {}, 'It is bound to:'),
    itemList(
      {},
      facts.map(({ name, value }) => [`${name}: `, h('code', {}, safe(value))]),
    ),
    h(
      'p',
      'dim',
      prose('It holds neither the topology nor lint findings: `edgewright plan --format html` shows both.'),
    ),
  ]);
}
