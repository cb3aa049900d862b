/**
 * A topology as one standalone page without a script: one drawing, of what changes and its neighbors or of everything,
 * then the lists of all areas. Every node of a drawing leads to its entry in a list, whose links lead to its neighbors.
 */
import type { Topology, TopologyLink, TopologyNode } from '../../model/traffic/topology.ts';
import { addTo } from '../../text/lists/group-by.ts';
import { counted } from '../../text/words/noun-words.ts';
import { type Content, h, htmlText, itemList } from '../page/html-content.ts';
import { htmlDocument } from '../page/html-document.ts';
import { pageStyle } from '../page/page-style.ts';
import { inertLine } from '../text/inert.ts';
import { areas, labelLines, linkWords, lookOf, type Area } from './topology-look.ts';
import { topologyPicture, type PictureOptions } from './svg.ts';
import { drawingStyle } from './drawing-style.ts';

/** Maximum number of drawn nodes of an area; the list has all. */
const mostDrawn = 40;

const style = `
.near{display:flex;flex-wrap:wrap;gap:0 18px}
.near a{display:inline-flex;align-items:center;min-width:44px;min-height:44px}
.entry{padding:4px 14px;border-top:1px solid var(--rim);scroll-margin-top:12px}
.entry:target{background:var(--chg-bg)}
.area{background:var(--card);border:1px solid var(--rim);border-radius:8px;margin-bottom:8px}
.area>summary{min-height:44px;padding:10px 14px}
main>.sideways .scroll{border:1px solid var(--rim);border-radius:8px;padding:8px}
.area .scroll{padding:0 14px 12px}`;

/** `title` names the environment and what is drawn: `production: what the plan changes`. */
export function graphHtml(topology: Topology, title: string): string {
  const part = changedPart(topology);
  const ids = new Map(topology.nodes.map(({ id }, index) => [id, `n${index + 1}`]));
  const hrefOf = ({ id }: TopologyNode): string => `#${ids.get(id) ?? ''}`;
  const near = new Map<string, TopologyLink[]>();
  for (const link of topology.links) for (const id of [link.from, link.to]) addTo(near, id, link);
  const byId = new Map(topology.nodes.map((node) => [node.id, node]));
  const entry = (node: TopologyNode): Content => {
    const [name = '', ...rest] = labelLines(node);
    const neighbors = (near.get(node.id) ?? []).flatMap(({ from, to, ...link }): readonly Content[] => {
      const other = byId.get(from === node.id ? to : from);
      if (other === undefined) return [];
      const words = [from === node.id ? '→' : '←', linkWords({ from, to, ...link })].join(' ').trim();
      return [[`${words} `, h('a', { href: hrefOf(other) }, nameOf(other))]];
    });
    return h('li', { class: 'entry', id: ids.get(node.id) ?? '' }, [
      h('p', {}, [h('strong', {}, name), ` ${rest.join(', ')}`]),
      itemList('near', neighbors),
    ]);
  };
  const hasChanges = part.nodes.length > 0;
  const isShort = !hasChanges && topology.nodes.length <= mostDrawn;
  const shown = hasChanges ? part : topology;
  return htmlDocument({
    title: inertLine(title),
    style: [pageStyle, drawingStyle, sidewaysStyle, style.trim()].join('\n'),
    body: [
      htmlText(h('header', {}, [h('h1', {}, inertLine(title)), h('p', 'dim', countsText(topology))])),
      '<main>',
      htmlText([h('h2', {}, hasChanges ? 'Changes and their neighbors' : 'Drawing'), legend(shown)]),
      drawn(shown, title, hrefOf),
      htmlText([restText(topology, part), h('h2', {}, hasChanges ? 'Everything' : 'Resources')]),
      ...areas(topology).map((area) =>
        areaPart(area, {
          topology,
          isOpen: isShort,
          isDrawn: hasChanges || topology.nodes.length > mostDrawn,
          hrefOf,
          entries: area.nodes.map(entry),
        }),
      ),
      '</main>',
    ],
  });
}

/**
 * The nodes that change, those that a link connects with one of them, and the links between. A target that does not
 * exist is a neighbor like any other: without a change beside it, it is for lint to tell.
 */
export function changedPart({ nodes, links }: Topology): Topology {
  const isChanged = ({ change, isDangling, address }: TopologyNode): boolean =>
    change !== 'same' || (isDangling && address !== undefined);
  const changed = new Set(nodes.filter(isChanged).map(({ id }) => id));
  const touching = links.filter(
    ({ from, to, change }) => change !== 'same' || changed.has(from) || changed.has(to),
  );
  const shown = new Set([...changed, ...touching.flatMap(({ from, to }) => [from, to])]);
  // A route is drawn below its edge.
  for (const { from, to, through } of links) if (through === 'edge_id' && shown.has(to)) shown.add(from);
  return {
    nodes: nodes.filter(({ id }) => shown.has(id)),
    links: links.filter(({ from, to }) => shown.has(from) && shown.has(to)),
  };
}

/** `84 other resources do not change.` */
export function restText(topology: Topology, part: Topology): Content {
  const [all, shown] = [topology, part].map(
    ({ nodes }) => nodes.filter(({ address }) => address !== undefined).length,
  );
  const rest = (all ?? 0) - (shown ?? 0);
  if (shown === 0 || rest === 0) return [];
  return h('p', 'dim', `${counted(rest, 'other resource')} ${rest === 1 ? 'does' : 'do'} not change.`);
}

/** The drawing of a part of a topology, with each node once. Where the page is narrower, it says that it scrolls. */
export function drawn(part: Topology, label: string, hrefOf: PictureOptions['hrefOf']): string {
  const { width, picture } = topologyPicture(part, { label, most: mostDrawn, hrefOf });
  const step = scrollSteps.findLast((least) => least < width) ?? scrollSteps[0];
  const scroll = htmlText(
    h('div', 'sideways', [
      h('p', `hint beyond-${step}`, 'Scroll the drawing sideways to see all of it.'),
      h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': label }),
    ]),
  );
  // A function, because `$` in a text of the drawing would be replaced by parts of the page.
  return scroll.replace('</div></div>', () => `${picture}</div></div>`);
}

/** Widths of drawings, in pixels, from which a narrower place has the hint. */
const scrollSteps = [240, 360, 480, 600, 720, 840, 960, 1080] as const;

/** The shadows are at the sides that have more, as those of the container stay and the covers move with the drawing. */
export const sidewaysStyle = [
  '.sideways{container-type:inline-size;margin:8px 0}',
  '.hint{display:none;font-size:13px;color:var(--dim)}',
  ...scrollSteps.map((least) => `@container (max-width:${least}px){.hint.beyond-${least}{display:block}}`),
  '.sideways .scroll{background:',
  '  linear-gradient(90deg,var(--card) 40%,transparent) 0 0/48px 100% no-repeat local,',
  '  linear-gradient(270deg,var(--card) 40%,transparent) 100% 0/48px 100% no-repeat local,',
  '  linear-gradient(90deg,var(--rim),transparent) 0 0/14px 100% no-repeat scroll,',
  '  linear-gradient(270deg,var(--rim),transparent) 100% 0/14px 100% no-repeat scroll var(--card)}',
  '@media print{.hint{display:none!important}}',
].join('\n');

/** The looks that the drawing has. */
export function legend({ nodes }: Topology): Content {
  const looks = new Set<string>(nodes.map(lookOf));
  const keys = Object.entries(legendWords).filter(([look]) => looks.has(look));
  return h(
    'ul',
    'legend',
    keys.map(([look, words]) => h('li', `key ${look}`, words)),
  );
}

const legendWords = {
  added: '+ created',
  changed: '~ updated',
  removed: '- deleted',
  waiting: '= drifted or blocked',
  dangling: '? does not exist',
} as const;

interface AreaOptions {
  readonly topology: Topology;
  readonly isOpen: boolean;
  /** Whether the drawing of the page may lack some of it. */
  readonly isDrawn: boolean;
  readonly hrefOf: PictureOptions['hrefOf'];
  readonly entries: readonly Content[];
}

function areaPart({ title = 'backends and policies', nodes }: Area, options: AreaOptions): string {
  const { topology, isOpen, isDrawn, hrefOf, entries } = options;
  const ownIds = new Set(nodes.map(({ id }) => id));
  const links = topology.links.filter(({ from }) => ownIds.has(from));
  const shown = new Set([...ownIds, ...links.map(({ to }) => to)]);
  const part = { nodes: topology.nodes.filter(({ id }) => shown.has(id)), links };
  return [
    `<details class="area"${isOpen ? ' open' : ''}>`,
    htmlText(h('summary', {}, `${title} (${nodes.length})`)),
    links.length === 0 || !isDrawn ? '' : drawn(part, title, hrefOf),
    htmlText(h('ul', {}, entries)),
    '</details>',
  ].join('');
}

function nameOf({ address, title }: TopologyNode): string {
  return inertLine(address ?? title);
}

function countsText({ nodes }: Topology): string {
  const changed = nodes.filter(({ change }) => change !== 'same').length;
  const all = counted(nodes.length, 'resource');
  return changed === 0 ? `${all}.` : `${changed} of ${all} ${changed === 1 ? 'changes' : 'change'}.`;
}
