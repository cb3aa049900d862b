import type { Topology, TopologyNode } from '../../model/traffic/topology.ts';
import { inertLine } from '../text/inert.ts';

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
    const routes = routesOf.get(from) ?? [];
    routes.push(route);
    routesOf.set(from, routes);
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
export function isTarget(role: TopologyNode['role']): boolean {
  return role === 'backend' || role === 'ip-policy' || role === 'certificate-authority';
}
