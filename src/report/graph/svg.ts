import type { Topology, TopologyNode } from '../../model/traffic/topology.ts';
import { boxHeight, layOut, type Box, type Layout, type LayoutOptions, type LinkLine } from './layout.ts';
import { type Look, lookOf, marks, plainLines, roleWords } from './mermaid.ts';
import { inertLine } from '../text/inert.ts';
import { shorten } from '../text/flow-text.ts';
import { xmlAttributes, xmlText } from '../text/xml.ts';

/** The style of a drawing, in a page or on its own. Dark if the reader's system is. */
export const drawingStyle = `
.drawing{--paper:#fff;--ink:#1f2328;--dim:#59636e;--box:#f6f8fa;--rim:#c3cad3;--wire:#8c959f;
--add:#1a7f37;--add-bg:#e6f7ea;--chg:#8a5a00;--chg-bg:#fff6da;--rem:#c2182a;--rem-bg:#ffeeec;--wait:#6639ba;--wait-bg:#f3edff;
font-family:system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;font-size:12px}
@media (prefers-color-scheme:dark){.drawing{--paper:#0f1419;--ink:#e6edf3;--dim:#9aa5b1;--box:#1a2129;--rim:#3a444f;--wire:#66717d;
--add:#56d364;--add-bg:#11291a;--chg:#e3b341;--chg-bg:#2c2410;--rem:#ff8a80;--rem-bg:#331719;--wait:#c4a1ff;--wait-bg:#241a38}}
.drawing .paper{fill:var(--paper)}
.drawing text{fill:var(--ink)}
.drawing .area{font-size:13px;font-weight:600;fill:var(--dim)}
.drawing .more,.drawing .what{fill:var(--dim);font-size:11px}
.drawing .name{font-weight:600}
.drawing .mark{font-weight:700;font-size:14px;text-anchor:middle}
.drawing .box rect{fill:var(--box);stroke:var(--rim)}
.drawing .line{fill:none;stroke:var(--wire);stroke-width:1.25}
.drawing .line.asked{stroke-dasharray:1 4;stroke-linecap:round;stroke-width:1.75}
.drawing .line.added{stroke:var(--add);stroke-width:2}
.drawing .line.removed{stroke:var(--rem);stroke-dasharray:5 4}
.drawing .line.dangling{stroke:var(--rem)}
.drawing .added rect{fill:var(--add-bg);stroke:var(--add)}
.drawing .added .mark{fill:var(--add)}
.drawing .changed rect{fill:var(--chg-bg);stroke:var(--chg)}
.drawing .changed .mark{fill:var(--chg)}
.drawing .removed rect{fill:var(--rem-bg);stroke:var(--rem);stroke-dasharray:2 3}
.drawing .removed .mark,.drawing .dangling .mark{fill:var(--rem)}
.drawing .waiting rect{fill:var(--wait-bg);stroke:var(--wait)}
.drawing .waiting .mark{fill:var(--wait)}
.drawing .dangling rect{fill:var(--paper);stroke:var(--rem);stroke-width:2;stroke-dasharray:6 3}
.drawing .dangling .name{fill:var(--rem)}
.drawing a:hover rect,.drawing a:focus-visible rect{stroke-width:2.5}
`
  .trim()
  .replaceAll('\n', '');

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
export function topologyPicture(topology: Topology, { label, hrefOf, ...options }: PictureOptions): string {
  const layout = layOut(topology, options);
  const { width, height } = layout;
  const attributes = { width, height, viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': label };
  return `<svg class="drawing"${xmlAttributes(attributes)}>${drawing(layout, hrefOf).join('')}</svg>`;
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
