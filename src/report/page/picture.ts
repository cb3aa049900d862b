import type { Plan } from '../../model/plan/plan.ts';
import type { Topology } from '../../model/traffic/topology.ts';
import { topologyPicture } from '../graph/svg.ts';
import { inertLine } from '../text/inert.ts';
import { h, htmlText } from './html-text.ts';
import { stepId } from './steps.ts';

/** Maximum number of drawn nodes of an area, such as an edge with its routes; `edgewright graph --plan` draws all. */
const mostDrawn = 40;
/** A drawing with more nodes is collapsed at first. */
const mostOpen = 60;

/** The drawing of a plan, with links from nodes to steps. */
export function planPicture(
  plan: Plan,
  topology: Topology,
  steps: ReadonlySet<string>,
  hasMany: boolean,
): string {
  if (topology.nodes.length === 0) return '';
  const title = `Topology${hasMany ? ` of ${inertLine(plan.environment)}` : ''}`;
  const drawn = topologyPicture(topology, {
    label: title,
    most: mostDrawn,
    hrefOf: ({ address }) =>
      address !== undefined && steps.has(address) ? `#${stepId(plan.environment, address)}` : undefined,
  });
  const open = topology.nodes.length <= mostOpen ? ' open' : '';
  const scroll = htmlText(
    h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': `${title}, drawn` }),
  );
  return [
    '<section class="topology">',
    htmlText(h('h2', {}, title)),
    `<details${open}>`,
    htmlText([
      h('summary', {}, 'Edges, routes, and what they lead to'),
      h('ul', 'legend', [
        legend('added', '+ created'),
        legend('changed', '~ updated'),
        legend('removed', '- deleted'),
        legend('waiting', '= drifted or blocked'),
        legend('dangling', '? does not exist'),
      ]),
    ]),
    // A function, because `$` in a text of the drawing would be replaced by parts of the page.
    scroll.replace('</div>', () => `${drawn}</div>`),
    '</details>',
    '</section>',
  ].join('');
}

function legend(look: string, words: string): ReturnType<typeof h> {
  return h('li', `key ${look}`, words);
}
