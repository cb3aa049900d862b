/**
 * Plans as one standalone page. All of it is read without the script, which adds filters, tabs for environments,
 * buttons that copy and, in a long plan, the bodies of the steps.
 */
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { MadeBy, Plan } from '../../model/plan/plan.ts';
import type { Topology } from '../../model/traffic/topology.ts';
import type { Json } from '../../model/value.ts';
import { sourceLink } from '../findings/source-link.ts';
import { drawingStyle } from '../graph/drawing-style.ts';
import { madeByFacts } from '../plan/made-by-facts.ts';
import { planView, type PlanView } from '../plan/plan-view.ts';
import type { BindingFact } from '../plan/saved-texts.ts';
import type { ApplyCommand, ApproveCommand } from '../plan/verdict.ts';
import { inertLine } from '../text/inert.ts';
import { jsonLine } from '../text/json.ts';
import type { PageData } from './data.ts';
import { findingData, stepData } from './step-data.ts';
import { facetList, facetsOf } from './facets.ts';
import { type Content, escapedText, h, htmlText, itemList } from './html-content.ts';
import { htmlDocument } from './html-document.ts';
import { badge, otherFindings, overview, refusedPart, savedPart, sectionView } from './overview.ts';
import { pack } from './pack.ts';
import { pageStyle } from './page-style.ts';
import {
  filterForm,
  groupView,
  isInPage,
  stepGroups,
  stepId,
  type PageGroup,
  type StepsLook,
} from './steps.ts';
import { newUrls, routingChanges } from './traffic.ts';
import { findingsByStep } from './step-findings.ts';
import { changedPart, drawn, legend, restText, sidewaysStyle } from '../graph/graph-page.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { badgesOf } from '../plan/badge.ts';

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
  readonly approve?: ApproveCommand | undefined;
  /** For a saved plan: its binding. */
  readonly binding?: readonly BindingFact[];
}

/** Up to this number, steps are in the page with open bodies; in a longer page a body is created when it is opened. */
const mostWritten = 25;
/** So few steps of an environment are seen at once: they need no filter. */
const fewSteps = 5;

export interface PageOptions {
  /** Template of links to source files: an address with `{path}` and `{line}` in it. */
  readonly sourceUrl?: string | undefined;
  /** The provenance of the plans, for the head. */
  readonly madeBy?: MadeBy | undefined;
}

interface PageEnvironment extends PlanOfPage {
  readonly view: PlanView;
  readonly groups: readonly PageGroup[];
  /** Findings that belong to no step. */
  readonly rest: readonly Diagnostic[];
}

export function planHtml(plans: readonly PlanOfPage[], { sourceUrl, madeBy }: PageOptions = {}): string {
  const environments = plans.map(environmentOf);
  const entries = environments.flatMap(({ groups }) =>
    groups.flatMap(({ entries: groupEntries }) => groupEntries),
  );
  const look: StepsLook = {
    link: sourceLink(sourceUrl),
    inside: entries.length <= mostWritten ? 'written' : 'made',
    level: plans.length > 1 ? 'h3' : 'h2',
  };
  const data: PageData = {
    ...withoutUndefined({ sourceUrl }),
    steps: entries.map((entry) => ({
      facets: facetsOf(entry),
      ...(isInPage(entry, look.inside) ? {} : { data: entry.data }),
    })),
  };
  const [only] = plans.length === 1 ? environments : [];
  const title = only === undefined ? `Plans for ${plans.length} environments` : only.view.title;
  const isLong = environments.some(({ view }) => view.steps.length > fewSteps);
  const [first, ...others] = badgesOf(plans.map(({ plan }) => plan));
  const form = isLong ? filterForm(facetList(entries), entries.length) : [];
  return htmlDocument({
    title: inertLine(title),
    style: [pageStyle, drawingStyle, sidewaysStyle].join('\n'),
    script: edgewrightPageScript,
    body: [
      htmlText([
        h('a', { class: 'skip', href: '#steps' }, 'Skip to the steps'),
        h('header', {}, [
          h('div', 'title', [
            h('h1', {}, only === undefined ? title : `Plan for ${inertLine(only.plan.environment)}`),
            // Each of several environments has its own in its tab and its counts.
            ...(only === undefined ? [first] : [first, ...others]).map(badge),
          ]),
          provenance(madeBy),
          only === undefined ? tabs(environments) : overview(only.view, only.groups),
        ]),
      ]),
      only === undefined ? '<main id="steps" tabindex="-1">' : '<main>',
      ...environments.map((environment, index) =>
        environmentPart(environment, look, {
          form: index === 0 ? form : [],
          tab: `tab-${index}`,
          isUrgent: badgesOf([environment.plan])[0].of === first.of,
        }),
      ),
      '</main>',
      `<script type="application/json" id="data">${embedded(pack(data as unknown as Json))}</script>`,
    ],
  });
}

function environmentOf(page: PlanOfPage): PageEnvironment {
  const { plan, diagnostics, command, approve } = page;
  const view = planView(plan, command, approve);
  const found = findingsByStep(
    view.steps.map(({ step }) => step),
    diagnostics,
    plan.environment,
  );
  const { once } = view.verdict;
  const groups = stepGroups(
    view.steps.map((stepView) => {
      const findings = found.get(stepView.step.address) ?? [];
      return {
        plan,
        step: stepView.step,
        view: stepView,
        findings,
        data: stepData(stepView, { findings, once }),
      };
    }),
  );
  // Refusals beside steps have their place above refused steps.
  const needsGroup = view.refusals.length > 0 && !groups.some(({ of }) => of === 'refused');
  const whole: PageGroup = { of: 'refused', alike: [], entries: [] };
  const weakened = groups.filter(({ of }) => of === 'weakened').length;
  return {
    ...page,
    view,
    groups: needsGroup ? groups.toSpliced(weakened, 0, whole) : groups,
    rest: found.get(undefined) ?? [],
  };
}

/** Links to the environments, of which the script makes tabs. */
function tabs(environments: readonly PageEnvironment[]): Content {
  return itemList(
    'tabs',
    environments.map(({ plan }, index) =>
      h(
        'a',
        {
          href: `#${stepId(plan.environment, '')}`,
          id: `tab-${index}`,
          'aria-controls': stepId(plan.environment, ''),
        },
        [h('span', 'name', inertLine(plan.environment)), ' ', badge(badgesOf([plan])[0])],
      ),
    ),
  );
}

function environmentPart(
  { plan, topology, binding, view, groups, rest }: PageEnvironment,
  look: StepsLook,
  { form, tab, isUrgent }: { readonly form: Content; readonly tab: string; readonly isUrgent: boolean },
): string {
  const { environment } = plan;
  const { level } = look;
  const hasMany = level === 'h3';
  const part = (group: PageGroup): Content =>
    groupView(group, { ...refusedPart(group, view), environment, look });
  const head = [
    h('h2', 'title', [inertLine(environment), ...badgesOf([plan]).flatMap((shown) => [' ', badge(shown)])]),
    overview(view, groups),
  ];
  return [
    `<section class="environment${isUrgent ? ' urgent' : ''}" id="${escapedText(stepId(environment, ''))}" data-name="${escapedText(inertLine(environment))}"${hasMany ? ` aria-labelledby="${tab}"` : ''}>`,
    htmlText([
      hasMany ? head : [],
      h('div', hasMany ? {} : { id: 'steps', tabindex: -1 }, [
        h('div', 'slot', form),
        groups.filter(({ of }) => of === 'weakened').map(part),
        sectionView(view.gates, { look: 'alarm', level }),
        groups.filter(({ of }) => of === 'refused').map(part),
        sectionView(view.tests, { look: 'tests', level, id: stepId(environment, 'tests') }),
        groups.filter(({ of }) => of !== 'weakened' && of !== 'refused').map(part),
        h('p', { class: 'none', hidden: true }, 'No step matches these filters.'),
      ]),
      routingChanges(plan, view.routing, level),
      // In a short page each step has them.
      look.inside === 'made' ? newUrls(plan, view.routing, level) : [],
      sectionView(view.notes, { look: 'notes', level }),
      otherFindings(rest.map(findingData), look),
    ]),
    topology === undefined ? '' : planPicture(plan, topology, view, level),
    htmlText(binding === undefined ? [] : savedPart(binding, level)),
    '</section>',
  ].join('');
}

function provenance(madeBy: MadeBy | undefined): Content {
  if (madeBy === undefined) return [];
  const facts = madeByFacts(madeBy).map(({ name, value }) => [`${name} `, h('code', {}, inertLine(value))]);
  return itemList({ class: 'provenance', 'aria-label': 'Where this page comes from' }, facts);
}

/** JSON in which no `<` can end the surrounding element. */
function embedded(value: object): string {
  return jsonLine(value)
    .trimEnd()
    .replaceAll('<', String.raw`\u003c`);
}

/** A drawing with more nodes is collapsed at first. */
const mostOpen = 60;

/** The drawing of what a plan changes and its neighbors, with links from nodes to steps. */
function planPicture(plan: Plan, topology: Topology, view: PlanView, level: StepsLook['level']): string {
  const part = changedPart(topology);
  if (part.nodes.length === 0) return '';
  const steps = new Set<string>(view.steps.map(({ step }) => step.address));
  const title = level === 'h2' ? 'Topology' : `Topology of ${inertLine(plan.environment)}`;
  return [
    '<section class="topology">',
    htmlText(h(level, {}, title)),
    `<details${part.nodes.length <= mostOpen ? ' open' : ''}>`,
    htmlText([h('summary', {}, 'Changes and their neighbors'), legend(part)]),
    drawn(part, `${title}, drawn`, ({ address }) =>
      address !== undefined && steps.has(address) ? `#${stepId(plan.environment, address)}` : undefined,
    ),
    htmlText(restText(topology, part)),
    '</details>',
    '</section>',
  ].join('');
}
