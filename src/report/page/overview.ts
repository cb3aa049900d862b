import type { Plan, PlanNote, Refusal } from '../../model/plan/plan.ts';
import type { Step, StepAction } from '../../model/plan/step.ts';
import type { SourceLink } from '../findings/source-link.ts';
import type { FindingData } from './data.ts';
import { safe } from './step-data.ts';
import { h, type Content } from './html-text.ts';
import { newUrls, routingChanges } from './traffic.ts';
import { findingView, prose } from './step-html.ts';
import { stepId, stepLink } from './steps.ts';
import { actionMarks } from './html-words.ts';
import { overrideFlags } from '../plan/override-flags.ts';
import { actionWords } from '../plan/plan-groups.ts';
import { isRefused, type PlanView } from '../plan/plan-view.ts';
import { isPossiblyExposed, type StepView } from '../plan/step-view.ts';
import { unchangedOf } from '../plan/summary.ts';
import { notePlace, noteText } from '../plan/words/note-words.ts';
import { overrideText, refusalText } from '../plan/words/refusal-words.ts';
import { changedTestsTitle, changedTestText } from '../tests/plan-tests-words.ts';
import { inertLine } from '../text/inert.ts';

/** The first section: counts, whether apply will run, refusals and routing changes. */
export function overview(view: PlanView, { hasMany }: { readonly hasMany: boolean }): Content {
  const { plan } = view;
  const level = hasMany ? 'h3' : 'h2';
  const heading = hasMany ? h('h2', { id: stepId(plan.environment, 'overview') }, inertLine(view.title)) : [];
  return h('section', { class: 'overview', 'aria-label': `Overview of ${plan.environment}` }, [
    heading,
    verdict(view),
    tiles(view),
    changedTests(plan, level),
    gates(view, level),
    refused(view, level),
    routingChanges(plan, view.routing, level),
    newUrls(plan, view.routing, level),
  ]);
}

function verdict({ plan, sum, verdict: { sentences, next, allow }, compared }: PlanView): Content {
  return h('div', `verdict ${plan.refusals.length > 0 ? 'refused' : ''}`.trim(), [
    h('p', 'sum', inertLine(sum)),
    ...sentences.map((sentence) => h('p', {}, prose(safe(sentence)))),
    ...(next === undefined ? [] : [h('p', {}, [`${next.label}: `, h('code', {}, inertLine(next.command))])]),
    ...(allow === undefined ? [] : [h('p', {}, ['To allow it once: ', h('code', {}, inertLine(allow))])]),
    ...(compared === undefined ? [] : [h('p', 'dim', `${inertLine(compared)}.`)]),
  ]);
}

/** The tests of requests whose outcome the plan changes. */
function changedTests({ tests }: Plan, level: 'h2' | 'h3'): Content {
  const changed = tests?.changed ?? [];
  if (changed.length === 0) return [];
  return h('section', 'tests', [
    h(level, {}, changedTestsTitle),
    h(
      'ul',
      {},
      changed.map((test) => {
        const { name, origin, after } = test;
        const text = `: ${safe(changedTestText(test))} `;
        const place = h('code', 'dim', inertLine(`${origin.file}:${origin.line}`));
        return h('li', {}, [h(after.result === 'ok' ? 'span' : 'strong', {}, inertLine(name)), text, place]);
      }),
    ),
  ]);
}

function tiles({ plan, steps }: PlanView): Content {
  const shown = steps.map(({ step }) => step);
  const counts = actionWords.flatMap(([action, word]) => {
    const count = shown.filter((step) => step.action === action).length;
    return count === 0 ? [] : [{ action, word, count }];
  });
  const { environment } = plan;
  const href = (key: string, value: string): string =>
    `#${new URLSearchParams({ environment: inertLine(environment), [key]: value }).toString()}`;
  return h('ul', 'tiles', [
    ...risks(shown).flatMap(({ count, words, value }) =>
      count === 0 ? [] : [tile('bad', count, words, href('risk', value))],
    ),
    ...counts.map(({ action, word, count }) =>
      tile(action, count, `${actionMarks[action]} ${word}`, href('action', action)),
    ),
    tile('same', unchangedOf(plan), 'unchanged', undefined),
  ]);
}

function risks(
  shown: readonly Step[],
): readonly { readonly count: number; readonly words: string; readonly value: string }[] {
  const exposed = shown.filter(({ exposure }) => exposure !== undefined);
  return [
    {
      count: exposed.filter(({ exposure }) => exposure?.isAllowed === false).length,
      words: 'less protected, not approved',
      value: 'unapproved',
    },
    {
      count: exposed.filter(({ exposure }) => exposure?.isAllowed === true).length,
      words: 'less protected, approved',
      value: 'weaker',
    },
    {
      count: shown.filter(isPossiblyExposed).length,
      words: 'may become less protected',
      value: 'possibleExposure',
    },
  ];
}

function tile(
  look: StepAction | 'bad' | 'same',
  count: number,
  words: string,
  href: string | undefined,
): Content {
  const inside = [h('span', 'number', String(count)), ' ', h('span', 'words', words)];
  return h(
    'li',
    `tile ${look}`,
    href === undefined ? h('span', 'face', inside) : h('a', { class: 'face', href }, inside),
  );
}

type Level = 'h2' | 'h3';

/** Limits that the files would weaken, and new approvals (`--base`). */
function gates({ plan, gates: loosened }: PlanView, level: Level): Content {
  if (loosened.length === 0) return [];
  return h('section', 'alarm', [
    h(level, { id: stepId(plan.environment, 'gates') }, 'Gates'),
    h('ul', {}, loosened.map(noteItem)),
  ]);
}

function refused({ plan, refusals, steps }: PlanView, level: Level): Content {
  const own = steps.filter(isRefused);
  if (refusals.length === 0 && own.length === 0) return [];
  return h('section', 'alarm', [
    h(level, { id: stepId(plan.environment, 'refusals') }, 'Refused'),
    h('ul', {}, [
      ...refusals.map((refusal) => refusalItem(plan, refusal)),
      ...own.map((view) => refusedItem(plan, view)),
    ]),
  ]);
}

function refusedItem({ environment }: Plan, { step, refused: reasons, exposure, change }: StepView): Content {
  return h('li', {}, [
    h('p', {}, [
      stepLink(environment, step.address),
      ' ',
      h('strong', {}, prose(safe(reasons.join('; ')))),
      ' ',
      h('span', 'hash', `change ${change}`),
    ]),
    ...(exposure.length === 0
      ? []
      : [
          h(
            'ul',
            {},
            exposure.map((reason) => h('li', {}, prose(safe(reason)))),
          ),
        ]),
  ]);
}

const mostNamed = 10;

function refusalItem({ environment }: Plan, refusal: Refusal): Content {
  const { addresses } = refusal;
  const named = addresses.slice(0, mostNamed).flatMap((address) => [stepLink(environment, address), ' ']);
  const rest = addresses.length - mostNamed;
  const text = safe(overrideText(refusal));
  return h('li', {}, [
    h('p', {}, prose(safe(refusalText(refusal)))),
    ...(named.length === 0 ? [] : [h('p', {}, [...named, ...(rest > 0 ? [`and ${rest} more`] : [])])]),
    h('p', {}, ['To resolve: ', overrideFlags(refusal) === undefined ? prose(text) : h('code', {}, text)]),
  ]);
}

/** The notes of a plan, and the findings about unchanged resources. */
export function notes(
  { plan: { environment }, notes: rest }: PlanView,
  findings: readonly FindingData[],
  { hasMany, link }: { readonly hasMany: boolean; readonly link: SourceLink },
): Content {
  const of = hasMany ? ` in ${inertLine(environment)}` : '';
  return [
    ...(rest.length === 0
      ? []
      : [h('section', 'notes', [h('h2', {}, `Notes${of}`), h('ul', {}, rest.map(noteItem))])]),
    ...(findings.length === 0
      ? []
      : [
          h('section', 'notes', [
            h('h2', {}, `Lint findings in what does not change${of}`),
            h('details', {}, [
              h('summary', {}, `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`),
              ...findings.map((finding) => findingView(finding, link)),
            ]),
          ]),
        ]),
  ];
}

function noteItem(note: PlanNote): Content {
  const { address } = note;
  const place = notePlace(note);
  const where = place === undefined ? [] : [' (', h('code', {}, inertLine(place)), ')'];
  return h('li', {}, [
    ...(address === undefined ? [] : [h('code', {}, inertLine(address)), ...where, ': ']),
    prose(safe(noteText(note))),
  ]);
}
