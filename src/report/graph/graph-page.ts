/**
 * A topology as one standalone page without a script: the drawing of what changes and its neighbors, then each area on
 * demand. Every node of a drawing leads to its entry in a list, whose links lead to its neighbors.
 */
import type { Topology, TopologyLink, TopologyNode } from '../../model/traffic/topology.ts';
import { addTo } from '../../text/lists/group-by.ts';
import { counted } from '../../text/words/noun-words.ts';
import { type Content, h, htmlText, itemList } from '../page/html-text.ts';
import { htmlDocument } from '../page/html-document.ts';
import { pageStyle } from '../page/page-style.ts';
import { inertLine } from '../text/inert.ts';
import { areas, isTold, labelLines, linkWords, lookOf, type Area } from './topology-look.ts';
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
  const isShort = part.nodes.length === 0 && topology.nodes.length <= mostDrawn;
  return htmlDocument({
    title: inertLine(title),
    style: `${pageStyle}\n${drawingStyle}\n${style.trim()}`,
    body: [
      htmlText(h('header', {}, [h('h1', {}, inertLine(title)), h('p', 'dim', countsText(topology))])),
      '<main>',
      ...(part.nodes.length === 0
        ? []
        : [htmlText([h('h2', {}, 'Changes and their neighbors'), legend(part)]), drawn(part, title, hrefOf)]),
      htmlText(h('h2', {}, part.nodes.length === 0 ? 'Resources' : 'Everything')),
      ...areas(topology).map((area) =>
        areaPart(area, { topology, isOpen: isShort, hrefOf, entries: area.nodes.map(entry) }),
      ),
      '</main>',
    ],
  });
}

/** The nodes that change or do not exist, those that a link connects with one of them, and the links between. */
export function changedPart({ nodes, links }: Topology): Topology {
  const changed = new Set(nodes.filter(isTold).map(({ id }) => id));
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

/** The drawing of a part of a topology, with each node once. */
export function drawn(part: Topology, label: string, hrefOf: PictureOptions['hrefOf']): string {
  const picture = topologyPicture(part, { label, most: mostDrawn, hrefOf });
  const scroll = htmlText(h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': label }));
  // A function, because `$` in a text of the drawing would be replaced by parts of the page.
  return scroll.replace('</div>', () => `${picture}</div>`);
}

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
  readonly hrefOf: PictureOptions['hrefOf'];
  readonly entries: readonly Content[];
}

function areaPart({ title = 'backends and policies', nodes }: Area, options: AreaOptions): string {
  const { topology, isOpen, hrefOf, entries } = options;
  const ownIds = new Set(nodes.map(({ id }) => id));
  const links = topology.links.filter(({ from }) => ownIds.has(from));
  const shown = new Set([...ownIds, ...links.map(({ to }) => to)]);
  const part = { nodes: topology.nodes.filter(({ id }) => shown.has(id)), links };
  return [
    `<details class="area"${isOpen ? ' open' : ''}>`,
    htmlText(h('summary', {}, `${title} (${nodes.length})`)),
    links.length === 0 ? '' : drawn(part, title, hrefOf),
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
