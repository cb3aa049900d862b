/**
 * Three columns: an edge, its routes, and their targets. In a drawing of everything, a backend shared by hundreds of
 * routes would tangle lines across the page, so routes are placed next to those with the same backend, and every few of
 * them have their own copy of the targets: each line is short, and both of its ends are visible at once when the page
 * is scrolled. In a drawing of a few nodes, each is there once.
 */
import type { Topology, TopologyLink, TopologyNode } from '../../model/traffic/topology.ts';
import { addTo, groupBy } from '../../text/items-by.ts';
import { areas, isTold, type Area } from './mermaid.ts';

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

/** For fingers. */
export const boxHeight = 44;
const rowHeight = 52;
const headingHeight = 34;
const margin = 16;
const edgeColumn = { x: margin, width: 210 } as const;
const routeColumn = { x: margin + 270, width: 290 } as const;
const targetColumn = { x: margin + 700, width: 220 } as const;
/** A node without routes is as wide as both columns. */
const wideColumn = { x: margin, width: routeColumn.x + routeColumn.width - margin } as const;
const chunkSize = 10;

export interface LayoutOptions {
  /** Maximum number of drawn nodes of an area, changed and missing ones first; the others are counted. */
  readonly most?: number;
  /** Whether each target is drawn once, or beside every few of its sources. */
  readonly targets?: 'once' | 'beside';
}

export function layOut(
  topology: Topology,
  { most = Infinity, targets: drawn = 'beside' }: LayoutOptions = {},
): Layout {
  const targets = new Set(topology.links.map(({ to }) => to));
  const page: Page = {
    headings: [],
    boxes: [],
    lines: [],
    omissions: [],
    outgoing: groupBy(topology.links, ({ from }) => from),
    byId: new Map(topology.nodes.map((node) => [node.id, node])),
    y: margin,
  };
  for (const area of areas(topology)) {
    // Nodes that are not managed and that something refers to are drawn as targets instead.
    const own = area.nodes.filter(
      ({ id, role, address }) => role === 'https-edge' || address !== undefined || !targets.has(id),
    );
    if (area.title !== undefined && own.length > 0) placeArea(page, { ...area, nodes: own }, { most, drawn });
  }
  if (drawn === 'once') {
    const sources = page.boxes.filter(({ node }) => node.role !== 'https-edge');
    placeTargets(page, sources, margin + headingHeight);
  }
  return { ...page, width: targetColumn.x + targetColumn.width + margin, height: page.y + margin };
}

interface Page {
  readonly headings: { text: string; y: number }[];
  readonly boxes: Box[];
  readonly lines: LinkLine[];
  readonly omissions: Omission[];
  readonly outgoing: ReadonlyMap<string, readonly TopologyLink[]>;
  readonly byId: ReadonlyMap<string, TopologyNode>;
  y: number;
}

function placeArea(
  page: Page,
  { title = '', nodes }: Area,
  { most, drawn: targets }: { readonly most: number; readonly drawn: 'once' | 'beside' },
): void {
  page.headings.push({ text: title, y: page.y + 18 });
  page.y += headingHeight;
  const edge = nodes.find(({ role }) => role === 'https-edge');
  const edgeBox = edge === undefined ? undefined : { node: edge, ...edgeColumn, y: page.y };
  if (edgeBox !== undefined) page.boxes.push(edgeBox);
  const { drawn, count } = chosen(
    nodes.filter((node) => node !== edge),
    most,
  );
  const column = edgeBox === undefined ? wideColumn : routeColumn;
  const sorted = besideTheSame(page, drawn);
  for (let start = 0; start < sorted.length; start += chunkSize) {
    const boxes = placeChunk(page, sorted.slice(start, start + chunkSize), column, edgeBox);
    if (targets === 'beside') placeTargets(page, boxes, boxes[0]?.y ?? page.y);
  }
  if (count > 0) {
    page.omissions.push({ count, x: column.x, y: page.y });
    page.y += rowHeight;
  }
  if (drawn.length === 0 && count === 0) page.y += rowHeight;
  page.y += margin;
}

/** The nodes to draw, changed and missing ones first if there are too many; then in the order of the topology. */
function chosen(
  nodes: readonly TopologyNode[],
  most: number,
): { readonly drawn: readonly TopologyNode[]; readonly count: number } {
  if (nodes.length <= most) return { drawn: nodes, count: 0 };
  const first = [...nodes.filter(isTold), ...nodes.filter((node) => !isTold(node))];
  const kept = new Set(first.slice(0, most));
  return { drawn: nodes.filter((node) => kept.has(node)), count: nodes.length - kept.size };
}

function besideTheSame({ outgoing }: Page, nodes: readonly TopologyNode[]): readonly TopologyNode[] {
  const keyOf = ({ id }: TopologyNode): string =>
    (outgoing.get(id) ?? [])
      .map(({ to, through }) => `${through === 'backend' ? 0 : 1}${to}`)
      .sort()
      .join(' ');
  const keys = new Map(nodes.map((node) => [node, keyOf(node)]));
  return [...nodes].sort((a, b) => {
    const [left = '', right = ''] = [keys.get(a), keys.get(b)];
    return left < right ? -1 : left > right ? 1 : a.id < b.id ? -1 : 1;
  });
}

/** Places some nodes below each other. */
function placeChunk(
  page: Page,
  nodes: readonly TopologyNode[],
  column: { readonly x: number; readonly width: number },
  edge: Box | undefined,
): readonly Box[] {
  const boxes = nodes.map((node, index): Box => ({ node, ...column, y: page.y + index * rowHeight }));
  page.boxes.push(...boxes);
  for (const box of boxes) {
    const above = edge === undefined ? undefined : linkBetween(page, edge, box);
    if (edge !== undefined && above !== undefined) page.lines.push({ link: above, from: edge, to: box });
  }
  page.y += boxes.length * rowHeight;
  return boxes;
}

/** Places the targets of these nodes beside them, from `top` to at least the last of them. */
function placeTargets(page: Page, boxes: readonly Box[], top: number): void {
  const targets = targetBoxes(page, boxes, top);
  page.boxes.push(...targets.values());
  for (const box of boxes) {
    for (const link of page.outgoing.get(box.node.id) ?? []) {
      const to = targets.get(link.to);
      if (to !== undefined) page.lines.push({ link, from: box, to });
    }
  }
  page.y = Math.max(page.y, top + targets.size * rowHeight);
}

function linkBetween({ outgoing }: Page, from: Box, to: Box): TopologyLink | undefined {
  return outgoing.get(from.node.id)?.find((link) => link.to === to.node.id);
}

/** Places each target at the middle of its sources, as far as there is room. */
function targetBoxes({ outgoing, byId }: Page, boxes: readonly Box[], top: number): ReadonlyMap<string, Box> {
  const sources = new Map<string, number[]>();
  for (const box of boxes) for (const { to } of outgoing.get(box.node.id) ?? []) addTo(sources, to, box.y);
  const wanted = [...sources].map(([id, ys]) => ({
    id,
    y: ys.reduce((sum, one) => sum + one, 0) / ys.length,
  }));
  wanted.sort((a, b) => a.y - b.y || (a.id < b.id ? -1 : 1));
  const last = Math.max(top, ...boxes.map(({ y }) => y));
  const bottom = Math.max(last, top + (wanted.length - 1) * rowHeight);
  let next = top;
  return new Map(
    wanted.flatMap(({ id, y: middle }, index) => {
      const node = byId.get(id);
      if (node === undefined) return [];
      // Leaves room for the targets below.
      const lowest = bottom - (wanted.length - 1 - index) * rowHeight;
      const y = Math.min(Math.max(next, middle), lowest);
      next = y + rowHeight;
      return [[id, { node, ...targetColumn, y: Math.round(y) }] as const];
    }),
  );
}
