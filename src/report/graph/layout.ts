/**
 * Areas below each other: an edge, its routes, and what they use, as `dagre` places it. A backend shared by hundreds of
 * routes would tangle lines across the page, and `dagre` takes time in proportion to the square of a graph's size, so
 * every few routes are a graph of their own, with their own copies of the targets: each line is short, and both of its
 * ends are visible at once when the page is scrolled.
 */
import { graphlib, layout as placeByDagre } from '@dagrejs/dagre';
import type { Topology, TopologyLink, TopologyNode } from '../../model/traffic/topology.ts';
import { byText } from '../../text/lists/compare-texts.ts';
import { areas, isTold } from './topology-look.ts';
import { groupBy } from '../../text/lists/group-by.ts';

export interface Box {
  readonly node: TopologyNode;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** The number of nodes left out, and its position. */
interface Omission {
  readonly count: number;
  readonly x: number;
  readonly y: number;
}

export interface LinkLine {
  readonly link: TopologyLink;
  readonly from: Box;
  readonly to: Box;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly headings: readonly { readonly text: string; readonly y: number }[];
  readonly boxes: readonly Box[];
  readonly lines: readonly LinkLine[];
  readonly omissions: readonly Omission[];
}

/** The smallest height that a finger hits. */
export const boxHeight = 44;
const gap = 8;
const headingHeight = 34;
const margin = 16;
const columnGap = 60;
const mostInGraph = 20;

const boxWidths: Readonly<Record<TopologyNode['role'], number>> = {
  'https-edge': 210,
  'https-route': 290,
  'tls-edge': 290,
  endpoint: 290,
  backend: 220,
  'ip-policy': 220,
  'certificate-authority': 220,
};

export interface LayoutOptions {
  /** Maximum number of drawn nodes of an area, changed and missing ones first; the others are counted. */
  readonly most?: number;
}

export function layOut(topology: Topology, { most = Infinity }: LayoutOptions = {}): Layout {
  const targets = new Set(topology.links.map(({ to }) => to));
  const graph: LinkedNodes = {
    outgoing: groupBy(topology.links, ({ from }) => from),
    byId: new Map(topology.nodes.map((node) => [node.id, node])),
  };
  const headings: { text: string; y: number }[] = [];
  const boxes: Box[] = [];
  const lines: LinkLine[] = [];
  const omissions: Omission[] = [];
  let y = margin;
  for (const { title, nodes } of areas(topology)) {
    const edge = nodes.find(({ role }) => role === 'https-edge');
    // Nodes that are not managed and that something refers to are drawn as targets instead.
    const areaNodes = nodes.filter(
      (node) => node !== edge && (node.address !== undefined || !targets.has(node.id)),
    );
    if (title === undefined || (areaNodes.length === 0 && edge === undefined)) continue;
    headings.push({ text: title, y: y + 18 });
    y += headingHeight;
    const edgeBox = edge && { node: edge, x: margin, y, width: boxWidths[edge.role] };
    const x = margin + (edgeBox === undefined ? 0 : edgeBox.width + columnGap);
    if (edgeBox !== undefined) boxes.push(edgeBox);
    const { drawn, omitted } = chosen(areaNodes, most);
    let bottom = edgeBox === undefined || areaNodes.length > 0 ? y : y + boxHeight + gap;
    for (const part of partsOf(graph, drawn)) {
      const placed = placeGraph(graph, part, { x, y: bottom });
      boxes.push(...placed.values());
      for (const box of edgeBox === undefined ? placed.values() : [edgeBox, ...placed.values()])
        for (const link of graph.outgoing.get(box.node.id) ?? []) {
          const to = placed.get(link.to);
          if (to !== undefined) lines.push({ link, from: box, to });
        }
      bottom = Math.max(...[...placed.values()].map((box) => box.y + boxHeight + gap));
    }
    if (omitted > 0) omissions.push({ count: omitted, x, y: bottom });
    y = bottom + (omitted > 0 ? boxHeight + gap : 0) + margin;
  }
  const right = Math.max(0, ...boxes.map((box) => box.x + box.width));
  return { headings, boxes, lines, omissions, width: right + margin, height: y + margin };
}

interface LinkedNodes {
  readonly outgoing: ReadonlyMap<string, readonly TopologyLink[]>;
  readonly byId: ReadonlyMap<string, TopologyNode>;
}

/** The nodes to draw, changed and missing ones first if there are too many; then in the order of the topology. */
function chosen(
  nodes: readonly TopologyNode[],
  most: number,
): { readonly drawn: readonly TopologyNode[]; readonly omitted: number } {
  if (nodes.length <= most) return { drawn: nodes, omitted: 0 };
  const first = [...nodes.filter(isTold), ...nodes.filter((node) => !isTold(node))];
  const kept = new Set(first.slice(0, most));
  return { drawn: nodes.filter((node) => kept.has(node)), omitted: nodes.length - kept.size };
}

/** The nodes in parts of equal length, those with the same backend next to each other. */
function partsOf({ outgoing }: LinkedNodes, nodes: readonly TopologyNode[]): readonly TopologyNode[][] {
  const keys = new Map(
    nodes.map((node) => {
      const targets = (outgoing.get(node.id) ?? []).map(
        ({ to, through }) => `${through === 'backend' ? 0 : 1}${to}`,
      );
      return [node, `${targets.sort().join(' ')}\n${node.id}`];
    }),
  );
  const sorted = [...nodes].sort(byText((node) => keys.get(node) ?? ''));
  const length = Math.ceil(sorted.length / Math.ceil(sorted.length / mostInGraph));
  return [...groupBy(sorted.keys(), (at) => Math.floor(at / length)).values()].map((places) =>
    places.flatMap((at) => sorted[at] ?? []),
  );
}

/** Places nodes and what they link to, by id, from a corner to the right and down. */
function placeGraph(
  { outgoing, byId }: LinkedNodes,
  nodes: readonly TopologyNode[],
  corner: { readonly x: number; readonly y: number },
): ReadonlyMap<string, Box> {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', rankalign: 'top', nodesep: gap, ranksep: 2 * columnGap });
  graph.setDefaultEdgeLabel(() => ({}));
  const add = ({ id, role }: TopologyNode): void => {
    if (!graph.hasNode(id)) graph.setNode(id, { width: boxWidths[role], height: boxHeight });
  };
  nodes.forEach(add);
  for (const link of nodes.flatMap(({ id }) => outgoing.get(id) ?? [])) {
    const target = byId.get(link.to);
    if (target === undefined) continue;
    add(target);
    graph.setEdge(link.from, link.to);
  }
  placeByDagre(graph);
  return new Map(
    graph.nodes().flatMap((id) => {
      const node = byId.get(id);
      const { x, y, width } = graph.node(id);
      const left = Math.round(corner.x + x - width / 2);
      const top = Math.round(corner.y + y - boxHeight / 2);
      return node === undefined ? [] : [[id, { node, x: left, y: top, width }] as const];
    }),
  );
}
