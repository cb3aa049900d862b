/**
 * Plans as one standalone page: no network, no other file. Its CSP makes the browser load nothing and run only the
 * script with the given hash. Text from users and servers is escaped. The list of steps works without the script, which
 * adds filters and, in a long plan, the bodies of the steps.
 */
import { createHash } from 'node:crypto';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { MadeBy } from '../../model/plan/made-by.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { Topology } from '../../model/traffic/topology.ts';
import type { Json } from '../../model/value.ts';
import { sourceLink } from '../findings/source-link.ts';
import { drawingStyle } from '../graph/svg.ts';
import { foldAlike, othersText, type Alike } from '../plan/alike.ts';
import type { PageData } from './data.ts';
import { facetList, facetsOf } from './facets.ts';
import { pack } from './pack.ts';
import { findingData, stepData } from './step-data.ts';
import { h, htmlText, type Content } from './html-text.ts';
import { findingsByStep } from './findings.ts';
import { notes, overview } from './overview.ts';
import { planPicture } from './picture.ts';
import { savedPart } from './saved-part.ts';
import { filterForm, isInPage, stepGroups, stepId, type StepEntry } from './steps.ts';
import { layoutStyle } from './style-layout.ts';
import { printStyle } from './style-print.ts';
import { stepStyle } from './style-steps.ts';
import { madeByFacts } from '../plan/made-by-text.ts';
import { planView, type PlanView } from '../plan/plan-view.ts';
import type { BindingFact } from '../plan/saved/plan-binding.ts';
import { summaryText } from '../plan/summary.ts';
import type { ApplyCommand } from '../plan/verdict.ts';
import { inertLine } from '../text/inert.ts';
import { jsonLine } from '../text/json.ts';

/** Colors by meaning; each pair has a contrast of at least 4.5 to 1. */
const colors = `
:root{color-scheme:light dark;
--page:#f4f6f8;--card:#fff;--well:#f6f8fa;--ink:#1c2127;--dim:#545f6b;--rim:#d5dbe1;--link:#0a53a3;--focus:#0a6fd6;
--add:#146c2e;--add-bg:#e2f6e7;--add-hi:#a9e5b9;--rem:#b3172a;--rem-bg:#ffebe9;--rem-hi:#ffc4c0;
--chg:#7a5000;--chg-bg:#fff2cc;--wait:#5f34b0;--wait-bg:#efe8ff;--calm:#2f5d8a;--calm-bg:#e5f0fb;--none-bg:#eceff2}
@media (prefers-color-scheme:dark){:root{
--page:#0c1116;--card:#151b22;--well:#10161c;--ink:#e4eaf0;--dim:#9ca8b4;--rim:#2d3741;--link:#79b8ff;--focus:#58a6ff;
--add:#62d67c;--add-bg:#10291a;--add-hi:#1e5a32;--rem:#ff8f86;--rem-bg:#33161a;--rem-hi:#74262c;
--chg:#e8bd53;--chg-bg:#2d2510;--wait:#c6a8ff;--wait-bg:#251b3a;--calm:#8cc1f5;--calm-bg:#12263a;--none-bg:#1c242c}}
`;

/** The whole style of the page. Its hash is in the page's CSP. */
const pageStyle = [colors, layoutStyle, stepStyle, printStyle].join('').trim();

/** The bundled script of `client/`: bin/page-script.mjs makes it. */
declare const edgewrightPageScript: string;

/** A plan with the other data on the page. */
export interface PlanOfPage {
  readonly plan: Plan;
  /** Absent for a saved plan, which does not have it; the page says so. */
  readonly topology?: Topology;
  readonly diagnostics: readonly Diagnostic[];
  /** The command that applies exactly this plan; absent if none does. */
  readonly command?: ApplyCommand | undefined;
  /** For a saved plan: its binding. */
  readonly binding?: readonly BindingFact[];
}

/** Up to this number, steps are in the page with open bodies; in a longer page a body is created when it is opened. */
const mostWritten = 25;

export interface PageOptions {
  /** Template of links to source files: an address with `{path}` and `{line}` in it. */
  readonly sourceUrl?: string | undefined;
  /** The provenance of the plans, for the footer. */
  readonly madeBy?: MadeBy | undefined;
}

export function planHtml(plans: readonly PlanOfPage[], { sourceUrl, madeBy }: PageOptions = {}): string {
  const link = sourceLink(sourceUrl);
  const environments = plans.map((one) => ({ ...one, ...entriesOf(one) }));
  const entries = environments.flatMap((one) => one.entries);
  const inside = entries.length <= mostWritten ? 'written' : 'made';
  const hasMany = plans.length > 1;
  const steps = environments.map(({ plan, entries }): Content => {
    if (!hasMany) return stepGroups(entries, { link, inside }, 'h3');
    return h('section', 'environment', [
      h('h3', {}, inertLine(plan.environment)),
      entries.length === 0 ? h('p', 'dim', 'No steps.') : stepGroups(entries, { link, inside }, 'h4'),
    ]);
  });
  const data: PageData = {
    ...(sourceUrl === undefined ? {} : { sourceUrl }),
    steps: entries.map((entry) => ({
      facets: facetsOf(entry),
      ...(isInPage(entry, inside) ? {} : { data: entry.data }),
    })),
  };
  const title = titleOf(plans.map(({ plan }) => plan));
  return documentText(title, [
    htmlText([
      h('a', { class: 'skip', href: '#steps' }, 'Skip to the steps'),
      h('header', {}, [h('h1', {}, title)]),
    ]),
    '<main>',
    htmlText(environments.map(({ view }) => overview(view, { hasMany }))),
    entries.length === 0
      ? '<h2 id="steps" class="unseen">Steps</h2>'
      : htmlText(
          h('section', { class: 'steps', 'aria-labelledby': 'steps' }, [
            h('h2', { id: 'steps', tabindex: -1 }, 'Steps'),
            ...(inside === 'made'
              ? [
                  h(
                    'noscript',
                    {},
                    h(
                      'p',
                      {},
                      'The contents of a step need JavaScript; the text format shows them without it.',
                    ),
                  ),
                ]
              : []),
            h('div', inside === 'made' ? 'columns many' : 'columns', [
              filterForm(facetList(entries), entries.length),
              h('div', 'list', [
                ...steps,
                h('p', { id: 'none', class: 'none', hidden: true }, 'No step matches these filters.'),
              ]),
            ]),
          ]),
        ),
    ...environments.map(({ view, rest }) => htmlText(notes(view, rest.map(findingData), { hasMany, link }))),
    ...environments.map(({ plan, topology, entries }) =>
      topology === undefined
        ? ''
        : planPicture(plan, topology, new Set(entries.map(({ step }) => step.address)), hasMany),
    ),
    htmlText(environments.map(({ binding }) => (binding === undefined ? [] : savedPart(binding)))),
    '</main>',
    htmlText(foot(madeBy)),
    `<script type="application/json" id="data">${embedded(pack(data as unknown as Json))}</script>`,
  ]);
}

function entriesOf({ plan, diagnostics, command = () => undefined }: PlanOfPage): {
  readonly view: PlanView;
  readonly entries: readonly StepEntry[];
  readonly rest: readonly Diagnostic[];
} {
  const view = planView(plan, command);
  const viewOf = new Map(view.steps.map((one) => [one.step, one]));
  const folded = foldAlike(
    view.steps.map(({ step }) => step),
    'long',
  );
  const shown = folded.flatMap(({ first, others }) => [first, ...others]);
  const samples = new Map(folded.map((alike) => [alike.first, alike]));
  const { of, rest } = findingsByStep(shown, diagnostics, plan.environment);
  const entries = shown.flatMap((step): readonly StepEntry[] => {
    const findings = of.get(step.address) ?? [];
    const one = viewOf.get(step);
    if (one === undefined) return [];
    return [
      {
        place: placeOf(samples.get(step)),
        plan,
        step,
        view: one,
        findings,
        id: stepId(plan.environment, step.address),
        data: stepData(one, findings),
      },
    ];
  });
  return { view, entries, rest };
}

function placeOf(alike: Alike | undefined): StepEntry['place'] {
  if (alike === undefined) return { is: 'like-the-sample' };
  return alike.others.length === 0
    ? { is: 'alone' }
    : { is: 'sample', more: `${othersText(alike, 0).words}:` };
}

function foot(madeBy: MadeBy | undefined): Content {
  if (madeBy === undefined) return [];
  const facts = madeByFacts(madeBy).map(({ name, value }) =>
    h('li', {}, [`${name} `, h('code', {}, inertLine(value))]),
  );
  return h('footer', {}, h('ul', { 'aria-label': 'Where this page comes from' }, facts));
}

function titleOf(plans: readonly Plan[]): string {
  const [only, ...more] = plans;
  return only !== undefined && more.length === 0
    ? inertLine(summaryText(only))
    : `Plans for ${plans.length} environments`;
}

/** JSON in which no `<` can end the surrounding element. */
function embedded(value: object): string {
  return jsonLine(value)
    .trimEnd()
    .replaceAll('<', String.raw`\u003c`);
}

function documentText(title: string, body: readonly string[]): string {
  const style = `${pageStyle}\n${drawingStyle}`;
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(edgewrightPageScript)}'`,
    // The empty icon that keeps browsers from requesting /favicon.ico.
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    htmlText(h('meta', { 'http-equiv': 'Content-Security-Policy', content: policy })),
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<meta name="color-scheme" content="light dark">',
    '<link rel="icon" href="data:,">',
    htmlText(h('title', {}, title)),
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    ...body,
    `<script>${edgewrightPageScript}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
