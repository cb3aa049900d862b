import { shortChange } from '../../../../derive/approval-text.ts';
import type { Plan, Refusal, Step, StepAction } from '../../../../model/plan.ts';
import { approvalWays } from '../../approval-ways.ts';
import { exposedSteps, isUnjudged, type Exposed } from '../../exposed.ts';
import { inertLine } from '../../../text/inert.ts';
import { actionWords } from '../../plan-groups.ts';
import { isGate } from '../../text/plan-gates.ts';
import { protectionText } from '../../text/plan-step.ts';
import { overrideOf, refusalText } from '../../words/refusal.ts';
import { planSummary } from '../../plan-summary.ts';
import { sentSecretsLine } from '../../sent-secrets.ts';
import { h, type Content } from '../element.ts';
import { noteItem } from './notes.ts';
import { prose } from '../prose.ts';
import { safe } from '../data/step-data.ts';
import { stepId, stepLink } from '../steps.ts';
import { newUrls, traffic } from './traffic.ts';
import { actionMarks } from '../words.ts';

export interface OverviewInput {
  readonly plan: Plan;
  /** Those that are not silent. */
  readonly shown: readonly Step[];
  /** The command that applies just this plan. */
  readonly next: string | undefined;
  readonly hasMany: boolean;
}

/** What a reader must know before all: whether it can be applied, what gets weaker, what is refused, who serves what. */
export function overview({ plan, shown, next, hasMany }: OverviewInput): Content {
  const level = hasMany ? 'h3' : 'h2';
  const heading = hasMany
    ? h('h2', { id: stepId(plan.environment, 'overview') }, inertLine(plan.environment))
    : [];
  return h('section', { class: 'overview', 'aria-label': `Overview of ${plan.environment}` }, [
    heading,
    verdict(plan, shown, next),
    tiles(plan, shown),
    gates(plan, level),
    exposure(plan, shown, level),
    refusals(plan, level),
    traffic(plan, level),
    newUrls(plan, level),
  ]);
}

function verdict(plan: Plan, shown: readonly Step[], next: string | undefined): Content {
  const isRefused = plan.refusals.length > 0;
  const does = shown.some(({ action }) => action !== 'blocked' && action !== 'drift');
  const secrets = sentSecretsLine(plan);
  return h('div', `verdict ${isRefused ? 'refused' : ''}`.trim(), [
    h('p', 'sum', planSummary(plan, shown)),
    ...(isRefused
      ? [h('p', {}, 'Nothing will be applied until each refusal below is mended or overridden.')]
      : does && next !== undefined
        ? [h('p', {}, ['Next: ', h('code', {}, inertLine(next))])]
        : []),
    ...(secrets === undefined ? [] : [h('p', 'dim', prose(secrets))]),
    ...(plan.base === undefined
      ? []
      : [
          h(
            'p',
            'dim',
            `Compared with ${inertLine(plan.base.ref)} at ${inertLine(plan.base.commit.slice(0, 12))}.`,
          ),
        ]),
  ]);
}

function tiles(plan: Plan, shown: readonly Step[]): Content {
  const counts = actionWords.flatMap(([action, word]) => {
    const count = shown.filter((step) => step.action === action).length;
    return count === 0 ? [] : [{ action, word, count }];
  });
  const exposed = shown.filter(({ exposure }) => exposure !== undefined);
  const open = exposed.filter(({ exposure }) => exposure?.isAllowed === false);
  const unjudged = shown.filter(isUnjudged);
  const { environment, refusals: refused } = plan;
  const href = (key: string, value: string): string =>
    `#${new URLSearchParams({ environment: inertLine(environment), [key]: value }).toString()}`;
  return h('ul', 'tiles', [
    ...(exposed.length === 0
      ? []
      : [
          tile(
            'bad',
            exposed.length,
            open.length === 0 ? 'exposed, allowed' : `exposed, ${open.length} not allowed`,
            `#${partId(environment, 'exposure')}`,
          ),
        ]),
    ...(unjudged.length === 0 ? [] : [tile('bad', unjudged.length, 'not judged', href('risk', 'unjudged'))]),
    ...(refused.length === 0
      ? []
      : [
          tile(
            'bad',
            refused.length,
            refused.length === 1 ? 'refusal' : 'refusals',
            `#${partId(environment, 'refusals')}`,
          ),
        ]),
    ...counts.map(({ action, word, count }) =>
      tile(action, count, `${actionMarks[action]} ${word}`, href('action', action)),
    ),
    tile(
      'same',
      plan.summary.keep - shown.filter(({ action }) => action === 'keep').length,
      'unchanged',
      undefined,
    ),
  ]);
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

function partId(environment: string, part: string): string {
  return stepId(environment, part);
}

/** What the files would loosen, and approvals that are new (`--base`): before all that they would let through. */
function gates({ environment, notes }: Plan, level: Level): Content {
  const loosened = notes.filter(isGate);
  if (loosened.length === 0) return [];
  return h('section', 'alarm', [
    h(level, { id: partId(environment, 'gates') }, 'Gates'),
    h('ul', {}, loosened.map(noteItem)),
  ]);
}

function exposure({ environment }: Plan, shown: readonly Step[], level: Level): Content {
  const exposed = exposedSteps(shown);
  if (exposed.length === 0) return [];
  return h('section', 'alarm', [
    h(level, { id: partId(environment, 'exposure') }, 'Exposure'),
    h(
      'ul',
      {},
      exposed.map((one) => exposedItem(environment, one)),
    ),
  ]);
}

function exposedItem(environment: string, { step, how, reasons, isAllowed, change }: Exposed): Content {
  const { address, protection } = step;
  const approval = [
    ' ',
    isAllowed === true ? h('span', 'chip', 'allowed') : h('span', 'chip bad', 'nobody has said yes'),
    ' ',
    h('span', 'hash', `change ${shortChange(change)}`),
  ];
  return h('li', {}, [
    h('p', {}, [
      stepLink(environment, address),
      ' ',
      h('strong', {}, how),
      ...(isAllowed === undefined ? [] : approval),
    ]),
    h('ul', {}, [
      ...reasons.map((reason) => h('li', {}, prose(safe(reason)))),
      ...(protection === undefined ? [] : [h('li', {}, `protection: ${protectionText(protection)}`)]),
    ]),
  ]);
}

function refusals({ environment, refusals: refused }: Plan, level: Level): Content {
  if (refused.length === 0) return [];
  return h('section', 'alarm', [
    h(level, { id: partId(environment, 'refusals') }, 'Refusals'),
    h(
      'ul',
      {},
      refused.map((refusal) => refusalItem(environment, refusal)),
    ),
  ]);
}

const mostNamed = 10;

function refusalItem(environment: string, refusal: Refusal): Content {
  const { addresses } = refusal;
  const named = addresses.slice(0, mostNamed).flatMap((address) => [stepLink(environment, address), ' ']);
  const rest = addresses.length - mostNamed;
  const override = overrideOf(refusal);
  return h('li', {}, [
    h('p', {}, prose(safe(refusalText(refusal)))),
    ...(named.length === 0 ? [] : [h('p', {}, [...named, ...(rest > 0 ? [`and ${rest} more`] : [])])]),
    h('p', {}, [
      'To override: ',
      ...(override.isFlags ? [h('code', {}, safe(override.text))] : [prose(safe(override.text))]),
    ]),
    ...approvalWays(refusal).map((way) => h('p', {}, prose(safe(way)))),
  ]);
}
