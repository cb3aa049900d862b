import type { Live } from '../model/live.ts';
import type { NamedId } from '../model/workspace/environment.ts';
import { addTo } from '../text/lists/group-by.ts';
import { listenerAt, type Listener } from '../derive/forms/listener-url.ts';

/** Known data about HTTPS edges, which this API neither creates nor reads: names for ids, and listeners. */
export interface Edges {
  /** For example `https-edge/main`; with the id if `ids` has no name for it. */
  readonly nameOf: (id: string) => string;
  /** The id of `main` or `https-edge/main`. */
  readonly idOf: (name: string) => string | undefined;
  /** All names in `ids`. */
  readonly names: readonly string[];
  /** By edge id; an edge without an entry may listen anywhere. */
  readonly listeners: ReadonlyMap<string, readonly Listener[]>;
}

/** A host of an edge, as given by the user. */
export interface EdgeHost {
  readonly edge: string;
  readonly host: string;
}

/**
 * Edges by name and listener. The list of endpoints includes those that an edge serves, with the edge's id. It has all
 * active ones, so an edge found in it listens nowhere else.
 */
export function edgesOf(
  ids: Iterable<NamedId>,
  listed: readonly Live[],
  givenHosts: readonly EdgeHost[] = [],
): Edges {
  const names = new Map<string, string>();
  const byName = new Map<string, string>();
  for (const { target, id, name } of ids) {
    if (target !== 'https-edge') continue;
    byName.set(name, id);
    if (!names.has(id)) names.set(id, name);
  }
  const idOf = (name: string): string | undefined =>
    byName.get(name.startsWith('https-edge/') ? name : `https-edge/${name}`);
  const listeners = new Map<string, Listener[]>();
  const unreadable = new Set<string>();
  const add = (edge: string, url: string): void => {
    const listener = listenerAt(url);
    if (listener === undefined) unreadable.add(edge);
    else addTo(listeners, edge, listener);
  };
  // The endpoints of a TLS edge repeat its hostports.
  const tlsEdges = new Set(listed.flatMap(({ kind, id }) => (kind === 'tls-edge' ? [id] : [])));
  for (const live of listed) {
    const { edge, url } = live.served ?? {};
    if (edge !== undefined && url !== undefined && !tlsEdges.has(edge)) add(edge, url);
  }
  for (const { edge, host } of givenHosts) add(idOf(edge) ?? edge, `https://${host}`);
  // An edge with a URL that cannot be read, such as one that a snapshot hides, may listen anywhere.
  for (const edge of unreadable) listeners.delete(edge);
  return {
    nameOf: (id) => names.get(id) ?? `https-edge/${id}`,
    idOf,
    names: [...byName.keys()],
    listeners,
  };
}
