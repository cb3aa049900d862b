import { emptyLedger } from '../../src/ledger/state.ts';
import type { Drift } from '../../src/model/drift.ts';
import type { RunEvent } from '../../src/model/plan/run-event.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import type { Address } from '../../src/model/workspace/address.ts';
import { driftGithub } from '../../src/report/plan/ci/drift-github.ts';
import { planGithub } from '../../src/report/plan/ci/plan-github.ts';
import { graphHtml } from '../../src/report/graph/graph-page.ts';
import { planHtml } from '../../src/report/page/page.ts';
import { driftJson } from '../../src/report/plan/json/drift-json.ts';
import { planJson } from '../../src/report/plan/json/plan-json.ts';
import { driftMarkdown } from '../../src/report/plan/markdown/drift-markdown.ts';
import { planMarkdown } from '../../src/report/plan/markdown/plan-markdown.ts';
import { driftText } from '../../src/report/plan/text/drift-text.ts';
import { planText } from '../../src/report/plan/text/plan-text.ts';
import { eventJson } from '../../src/report/run/event-json.ts';
import { outcomeAnnotations, outcomeLine } from '../../src/report/run/outcome-line.ts';
import { runMarkdown } from '../../src/report/run/run-markdown.ts';
import { harmless } from '../../src/report/text/harmless.ts';
import { planOf as emptyPlan } from '../apply/world.ts';
import { aRun } from '../ledger/a-run.ts';
import { render } from '../report/findings/every-format.ts';
import { stepOf } from '../report/made-plan.ts';
import { hostilePlan } from '../report/html/texts.ts';
import { planWith } from './plan-with.ts';
import { resultWith } from './result-with.ts';
import type { Outcome } from '../../src/model/plan/step-outcome.ts';

const by = (text: string): NonNullable<Parameters<typeof planMarkdown>[1]>['madeBy'] => ({
  version: text,
  apis: [text],
  commit: text,
  time: text,
});

function plansWith(text: string): readonly Plan[] {
  return [planWith(text, 'update'), { ...planWith(text, 'drift'), environment: `${text}2` }];
}

function driftWith(text: string): Drift {
  const { steps, notes } = planWith(text, 'drift');
  const about = { lineage: text, serial: 1, objects: 2, untouched: 0, settled: 0 };
  return { environment: text, ...about, steps, notes };
}

function eventsWith(text: string): readonly RunEvent[] {
  const plan = emptyPlan([], emptyLedger({ environment: text, lineage: 'l', api: '' }));
  const run = { ...aRun, actor: text, commit: text, ci: { url: text, attempt: text } };
  return [
    { event: 'start', run, api: text, plan: { ...plan, refusals: planWith(text, 'update').refusals } },
    ...outcomesWith(text).map((outcome) => ({ event: 'step-ended' as const, outcome })),
    { event: 'end', exitCode: 3, error: { message: text, help: text } },
  ];
}

function outcomesWith(text: string): readonly Outcome[] {
  const about = { address: `endpoint/${text}` as Address, action: 'create', surprises: [text] } as const;
  return [
    { ...about, status: 'failed', reason: { code: 'failed', message: text } },
    { ...about, status: 'unknown', reason: { code: 'unanswered', message: text } },
    { ...about, status: 'done', id: text, reason: { code: 'done' } },
  ];
}

/** Each is Markdown that is posted or shown as a page. The other formats of lint have a test of their own. */
export async function markdownWith(text: string): Promise<Readonly<Record<string, string>>> {
  const command = (): (() => string) => () => text;
  const look = { command, madeBy: by(text), unverified: 'pull-request' } as const;
  return {
    plan: planMarkdown(plansWith(text), look),
    'short plan': planMarkdown([planWith(text, 'update')], { ...look, maxSize: 2500 }),
    'brief plan': planMarkdown([planWith(text, 'update')], { ...look, maxSize: 600 }),
    drift: driftMarkdown([driftWith(text)], { madeBy: by(text) }),
    apply: runMarkdown(eventsWith(text)),
    lint: await render('markdown', resultWith(text)),
  };
}

/** Each goes to a terminal and to the log of a job; lines of a run go through the filter of the streams alone. */
export function logsWith(text: string): Readonly<Record<string, string>> {
  const widths = [41, 120];
  const texts = widths.flatMap((columns): (readonly [string, string])[] => [
    [
      `plan ${columns}`,
      plansWith(text)
        .map((plan) => planText(plan, { color: true, columns, view: 'all' }))
        .join('\n'),
    ],
    [`drift ${columns}`, driftText(driftWith(text), { color: true, columns, view: 'all' })],
    [
      `outcomes ${columns}`,
      harmless(
        outcomesWith(text)
          .map((one) => outcomeLine(one, { columns, widest: 20 }))
          .join('\n'),
      ),
    ],
  ]);
  return {
    ...Object.fromEntries(texts),
  };
}

/** Each is a log whose commands are ours. */
export function annotationsWith(text: string): Readonly<Record<string, string>> {
  return {
    plan: planGithub(plansWith(text), { folder: `${text}/` }),
    drift: driftGithub([driftWith(text)], { folder: `${text}/` }),
    apply: outcomeAnnotations(outcomesWith(text)).join('\n'),
  };
}

export function jsonWith(text: string): Readonly<Record<string, string>> {
  const head = { environment: text, run: text, at: '2026-01-02T03:04:05.000Z' } as never;
  return {
    plan: planJson(plansWith(text), by(text)),
    drift: driftJson([{ drift: driftWith(text), isDrifted: true }]),
    apply: eventsWith(text)
      .map((event) => eventJson(event, head))
      .join(''),
  };
}

/** A page whose steps are in it, and one whose steps are made by its script. */
export function htmlWith(texts: readonly string[]): readonly string[] {
  const hostile = hostilePlan(texts);
  const more = Array.from({ length: 30 }, (_, index) => stepOf(`endpoint/e${index}`, 'delete'));
  const many = { ...hostile.plan, steps: [...hostile.plan.steps, ...more] };
  const [text = ''] = texts;
  return [
    planHtml([hostile], { madeBy: by(text) }),
    planHtml([{ ...hostile, plan: many }], { madeBy: by(text) }),
    graphHtml(hostile.topology ?? { nodes: [], links: [] }, text),
  ];
}
