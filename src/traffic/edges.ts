import { isTree } from './holder.ts';
import { listenerAt, type Listener } from './listener.ts';
import type { Live } from '../model/live.ts';
import type { NamedId } from '../model/workspace.ts';

/** What is known of HTTPS edges, which this API neither creates nor reads (API 1): names for ids, and where they listen. */
export interface Edges {
  /** `https-edge/main`, or with the id itself where `ids` has no name for it. */
  readonly nameOf: (id: string) => string;
  /** By the id of the edge; one that is not there may listen anywhere. */
  readonly listeners: ReadonlyMap<string, readonly Listener[]>;
}

/**
 * The list of endpoints has those that an edge serves, with the edge's id (API 2.2, `edge`): all active ones (API 2.3), so
 * an edge that is there listens nowhere else.
 */
export function edgesOf(ids: Iterable<NamedId>, listed: readonly Live[]): Edges {
  const names = new Map<string, string>();
  for (const { target, id, name } of ids) {
    if (target === 'https-edge' && !names.has(id)) names.set(id, name);
  }
  const listeners = new Map<string, Listener[]>();
  for (const live of listed) {
    const edge = edgeOfEndpoint(live);
    const url = live.spec['url'] ?? live.answer['public_url'];
    if (edge === undefined || typeof url !== 'string') continue;
    listeners.set(edge, [...(listeners.get(edge) ?? []), ...listenerAt(url)]);
  }
  return { nameOf: (id) => names.get(id) ?? `https-edge/${id}`, listeners };
}

/** The edge that an endpoint of type `edge` belongs to. */
export function edgeOfEndpoint({ kind, answer }: Live): string | undefined {
  const edge = answer['edge'];
  if (kind !== 'endpoint' || answer['type'] !== 'edge' || !isTree(edge)) return undefined;
  return typeof edge['id'] === 'string' ? edge['id'] : undefined;
}
