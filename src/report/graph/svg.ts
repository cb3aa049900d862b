import type { Topology, TopologyNode } from '../../model/traffic/topology.ts';
import { boxHeight, layOut, type Box, type Layout, type LayoutOptions, type LinkLine } from './layout.ts';
import { type Look, lookOf, marks, plainLines, roleWords } from './topology-look.ts';
import { inertLine } from '../text/inert.ts';
import { shorten } from '../text/flow-text.ts';
import { xmlAttributes, xmlText } from '../text/xml.ts';
import { drawingStyle } from './drawing-style.ts';

/** A standalone drawing, for light and dark systems. */
export function topologySvg(topology: Topology, title: string): string {
  const layout = layOut(topology);
  const { width, height } = layout;
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    class: 'drawing',
  };
  return [
    `<svg${xmlAttributes(attributes)}>`,
    `<title>${xmlText(inertLine(title))}</title>`,
    `<style>${drawingStyle}</style>`,
    `<rect class="paper" width="100%" height="100%"/>`,
    ...drawing(layout),
    '</svg>',
    '',
  ].join('\n');
}

export interface PictureOptions extends LayoutOptions {
  /** The accessible name of the drawing. */
  readonly label: string;
  /** The link target of a node. */
  readonly hrefOf: (node: TopologyNode) => string | undefined;
}

/** The drawing for a page that has the style already. */
export function topologyPicture(
  topology: Topology,
  { label, hrefOf, ...options }: PictureOptions,
): { readonly width: number; readonly picture: string } {
  const layout = layOut(topology, options);
  const { width, height } = layout;
  const attributes = { width, height, viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': label };
  const picture = `<svg class="drawing"${xmlAttributes(attributes)}>${drawing(layout, hrefOf).join('')}</svg>`;
  return { width, picture };
}

function drawing(layout: Layout, hrefOf: PictureOptions['hrefOf'] = () => undefined): readonly string[] {
  return [
    ...layout.headings.map(({ text, y }) => `<text class="area" x="16" y="${y}">${xmlText(text)}</text>`),
    ...layout.lines.map(lineText),
    ...layout.boxes.map((box) => boxText(box, hrefOf(box.node))),
    ...layout.omissions.map(
      ({ count, x, y }) => `<text class="more" x="${x + 12}" y="${y + 24}">and ${count} more</text>`,
    ),
  ];
}

/** A line from an edge along a trunk to its routes, or a curve from there to a target. */
function lineText({ link, from, to }: LinkLine): string {
  const [x1, y1] = [from.x + from.width, from.y + boxHeight / 2];
  const [x2, y2] = [to.x, to.y + boxHeight / 2];
  const isTrunk = from.node.role === 'https-edge';
  const middle = Math.round((x1 + x2) / 2);
  const way = isTrunk
    ? `M${x1} ${y1}H${middle}V${y2}H${x2}`
    : `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
  const isAsked = to.node.role === 'ip-policy' || to.node.role === 'certificate-authority';
  const classes = [
    'line',
    link.change,
    ...(isAsked ? ['asked'] : []),
    ...(to.node.isDangling ? ['dangling'] : []),
  ];
  return `<path class="${classes.join(' ')}" d="${way}"/>`;
}

function boxText({ node, x, y, width }: Box, href: string | undefined): string {
  const [name, what, serves] = plainLines(node);
  const look = lookOf(node);
  const mark = marks[look];
  const room = Math.floor((width - 34) / 6.6);
  const title = [
    `${roleWords[node.role]} ${inertLine(node.title)}`,
    inertLine(node.detail ?? ''),
    lookWords[look],
  ];
  const subtitle = serves === undefined ? what : node.isDangling ? `${what}: ${serves}` : serves;
  const inside = [
    `<title>${xmlText(title.filter((part) => part !== '').join(', '))}</title>`,
    `<rect width="${width}" height="${boxHeight}" rx="6"/>`,
    mark === '' ? '' : `<text class="mark" x="11" y="27">${mark}</text>`,
    `<text class="name" x="26" y="19">${xmlText(shorten(name, room))}</text>`,
    `<text class="what" x="26" y="35">${xmlText(shorten(subtitle, Math.floor((width - 34) / 6.1)))}</text>`,
  ].join('');
  const box = `<g class="box ${node.role} ${look}" transform="translate(${x} ${y})">${inside}</g>`;
  return href === undefined ? box : `<a${xmlAttributes({ href })}>${box}</a>`;
}

const lookWords: Readonly<Record<Look, string>> = {
  same: '',
  added: 'is added',
  changed: 'changes',
  removed: 'goes',
  waiting: 'waits for a person',
  dangling: 'is not there',
};
