import type { Plan } from '../../model/plan/plan.ts';
import type { Topology } from '../../model/traffic/topology.ts';
import { changedPart, drawn, legend } from '../graph/graph-page.ts';
import type { PlanView } from '../plan/plan-view.ts';
import { inertLine } from '../text/inert.ts';
import { h, htmlText } from './html-text.ts';
import { stepId, type StepsLook } from './steps.ts';

/** A drawing with more nodes is collapsed at first. */
const mostOpen = 60;

/** The drawing of what a plan changes and its neighbors, with links from nodes to steps. */
export function planPicture(
  plan: Plan,
  topology: Topology,
  view: PlanView,
  level: StepsLook['level'],
): string {
  const part = changedPart(topology);
  if (part.nodes.length === 0) return '';
  const steps = new Set<string>(view.steps.map(({ step }) => step.address));
  const title = level === 'h2' ? 'Topology' : `Topology of ${inertLine(plan.environment)}`;
  return [
    '<section class="topology">',
    htmlText(h(level, {}, title)),
    `<details${part.nodes.length <= mostOpen ? ' open' : ''}>`,
    htmlText([h('summary', {}, 'What changes, and its neighbors'), legend(part)]),
    drawn(part, `${title}, drawn`, ({ address }) =>
      address !== undefined && steps.has(address) ? `#${stepId(plan.environment, address)}` : undefined,
    ),
    '</details>',
    '</section>',
  ].join('');
}
