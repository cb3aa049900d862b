import type {
  Topology,
  TopologyChange,
  TopologyLink,
  TopologyNode,
  TopologyRole,
} from '../../model/traffic/topology.ts';
import { addTo } from '../../text/lists/group-by.ts';
import { inertLine } from '../text/inert.ts';
import { clip } from '../../text/words/clip.ts';

/** The change of a node, or that it does not exist. */
export type Look = TopologyChange | 'dangling';

export function lookOf({ change, isDangling }: TopologyNode): Look {
  return isDangling ? 'dangling' : change;
}

/** Whether it is drawn before nodes that stay as they are. */
export function isTold(node: TopologyNode): boolean {
  return lookOf(node) !== 'same';
}

/** Marks before node names, so that changes are visible without color. */
export const marks: Readonly<Record<Look, string>> = {
  same: '',
  added: '+',
  changed: '~',
  removed: '-',
  waiting: '=',
  dangling: '?',
};

export const roleWords: Readonly<Record<TopologyRole, string>> = {
  'https-edge': 'HTTPS edge',
  'https-route': 'route',
  'tls-edge': 'TLS edge',
  endpoint: 'endpoint',
  backend: 'backend',
  'ip-policy': 'IP policy',
  'certificate-authority': 'certificate authority',
};

/** Nodes that are drawn together. */
export interface Area {
  /** Undefined for nodes that several areas share. */
  readonly title: string | undefined;
  readonly nodes: readonly TopologyNode[];
}

/**
 * One area for each HTTPS edge with its routes, then TLS edges, endpoints, and last the shared targets. Empty areas are
 * left out.
 */
export function areas({ nodes, links }: Topology): readonly Area[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const routesOf = new Map<string, TopologyNode[]>();
  const placed = new Set<string>();
  for (const { from, to, through } of links) {
    const route = byId.get(to);
    // A route is in one area only, even if it is drawn under two edges.
    if (through !== 'edge_id' || route === undefined || placed.has(to)) continue;
    placed.add(to);
    addTo(routesOf, from, route);
  }
  const edges = nodes.filter(({ role }) => role === 'https-edge');
  const rest = (wanted: (node: TopologyNode) => boolean): readonly TopologyNode[] =>
    nodes.filter((node) => !placed.has(node.id) && wanted(node));
  return [
    ...edges.map((edge) => ({
      title: `HTTPS edge ${inertLine(edge.title)}`,
      nodes: [edge, ...(routesOf.get(edge.id) ?? [])],
    })),
    { title: 'routes of no known edge', nodes: rest(({ role }) => role === 'https-route') },
    { title: 'TLS edges', nodes: rest(({ role }) => role === 'tls-edge') },
    { title: 'endpoints', nodes: rest(({ role }) => role === 'endpoint') },
    { title: undefined, nodes: rest(({ role }) => isTarget(role)) },
  ].filter((area) => area.nodes.length > 0);
}

/** Whether a node is only the target of references and serves nothing itself. */
function isTarget(role: TopologyNode['role']): boolean {
  return role === 'backend' || role === 'ip-policy' || role === 'certificate-authority';
}

/** The lines of a node's label: mark and name, role, served URLs. Safe to print. */
export function labelLines(node: TopologyNode): readonly string[] {
  const [name, ...rest] = plainLines(node);
  const mark = marks[lookOf(node)];
  return [mark === '' ? name : `${mark} ${name}`, ...rest];
}

/** The same without the mark. */
export function plainLines({
  title,
  role,
  detail,
  isDangling,
  isElsewhere,
}: TopologyNode): readonly [name: string, what: string, ...serves: readonly string[]] {
  return [
    clip(inertLine(title), 60),
    `${roleWords[role]}${isDangling ? ', not there' : isElsewhere === true ? ', served elsewhere' : ''}`,
    ...(detail === undefined ? [] : [clip(inertLine(detail), 60)]),
  ];
}

/** The label of a link; links from an edge to a route and from there to a backend need none. */
export function linkWords({ through, change }: TopologyLink): string {
  const words = through === 'edge_id' || through === 'backend' ? '' : inertLine(through);
  return [change === 'same' ? '' : marks[change], words].filter((part) => part !== '').join(' ');
}
