/** Every URL of an environment, as a person can open it here. */
import { listenerUrl, type Listener } from '../../derive/forms/listener-url.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import { doesAnswer } from '../../routing/traffic-server.ts';
import { listenersOf } from '../../routing/listener.ts';
import { protectionOf } from '../../routing/protection.ts';
import { loginModules } from '../../routing/protecting-modules.ts';
import { enabledModule } from '../../derive/module-state.ts';
import { parseRequest } from '../../routing/traffic/request.ts';
import { pathText, selectorOf } from '../../routing/selector.ts';
import { bindingsOf, isPublic } from '../../routing/bindings.ts';
import type { DevSite } from '../dev-site.ts';
import { localUrl } from '../request/local-target.ts';

export interface ServedUrl {
  /** As at the edge; a star at its end stands for all paths below. */
  readonly url: string;
  readonly address: string;
  /** The names of what protects it; empty: it is open. */
  readonly protection: readonly string[];
  /** On this machine; undefined for what has no URL of its own here. */
  readonly local?: string;
  /** Why it cannot be opened here. */
  readonly note?: string;
}

export function servedUrls({ side }: DevSite, port: number): readonly ServedUrl[] {
  const found = side.servers.flatMap((server): readonly ServedUrl[] => {
    const base = {
      address: server.address,
      protection: protectionOf(server).map((name) => named(server, name)),
    };
    const urls =
      server.kind === 'https-route' ? routeUrls(server, side.edges) : listenersOf(server).map(listenerOf);
    return urls.flatMap(({ base: host, path }) => {
      if (isShadowed(side, server, `${host}${path?.replace(/\*$/, '') ?? '/'}`)) return [];
      const note = noteOf(server, host);
      const local = note === undefined ? localOf(host, port) : undefined;
      const firstPath = path === undefined ? '/' : path.replace(/\*$/, '') || '/';
      const found = {
        ...base,
        url: isWeb(host) ? `${host}${path ?? '/*'}` : host,
        ...(local === undefined ? {} : { local: `${local}${firstPath}` }),
        ...(note === undefined ? {} : { note }),
      };
      return [found];
    });
  });
  return found.toSorted((a, b) => (a.url < b.url ? -1 : a.url > b.url ? 1 : 0));
}

function isWeb(base: string): boolean {
  return !/^(?:tcp|tls):/.test(base);
}

/** Whether another resource takes the requests, such as a route that names the host. */
function isShadowed(side: DevSite['side'], server: TrafficServer, url: string): boolean {
  const parsed = parseRequest(url.replace('://*.', '://any.'));
  if ('problem' in parsed) return false;
  const takers = side.takersOf(parsed.request);
  return takers.length > 0 && !takers.some(({ servers }) => servers.includes(server));
}

interface PlaceOfUrl {
  readonly base: string;
  /** Undefined: all paths. */
  readonly path?: string;
}

function listenerOf(listener: Listener): PlaceOfUrl {
  return { base: listenerUrl(listener) };
}

/** The hosts of a route: that of its match, else those of its edge, else the name of the edge. */
function routeUrls({ spec }: TrafficServer, edges: DevSite['side']['edges']): readonly PlaceOfUrl[] {
  const selector = selectorOf(spec);
  if (selector === undefined) return [];
  const path = pathText(selector.pattern);
  const listeners = edges.listeners.get(selector.edge) ?? [];
  const hosts =
    selector.host !== ''
      ? [`https://${selector.host}`]
      : listeners.length > 0
        ? listeners.map(listenerUrl)
        : [edges.nameOf(selector.edge)];
  return hosts.map((base) => ({ base, path }));
}

function noteOf(server: TrafficServer, base: string): string | undefined {
  if (server.kind === 'tls-edge' || !isWeb(base)) return 'not HTTP, so not served here';
  if (server.kind === 'endpoint' && !isPublic(server.spec))
    return `reached by the binding ${bindingsOf(server.spec).join(', ')} alone`;
  if (!doesAnswer(server)) return 'takes requests and answers none';
  return undefined;
}

/** A wildcard is opened under any name below it. */
function localOf(base: string, port: number): string | undefined {
  return localUrl(base.replace('://*.', '://any.'), port);
}

/** A login with its provider says more than the name of its module. */
function named({ spec }: TrafficServer, name: string): string {
  const module = loginModules.includes(name) ? enabledModule(spec, name) : undefined;
  const provider = module?.['provider'];
  if (typeof provider !== 'object' || provider === null) return name;
  return `${name} (${Object.keys(provider).join(', ')})`;
}
