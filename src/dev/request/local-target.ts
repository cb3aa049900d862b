/** Which host of the edge a request to this machine is for. */
import { isHostLike, normalHost } from '../../derive/forms/host-name.ts';
import { isLoopback } from '../../text/loopback.ts';
import { parseRequest } from '../../routing/traffic/request.ts';
import type { DevSite } from '../dev-site.ts';

/** The names below `localhost` lead every browser to this machine, without any setting. */
const localSuffix = '.localhost';

/** An edge whose hosts no file knows: `shop.https-edge.localhost` is `https-edge/shop`. */
const edgeSuffix = '.https-edge';

export type LocalTarget =
  /** The pages of `dev` itself. */
  | { readonly type: 'control' }
  | { readonly type: 'invalid' }
  | {
      readonly type: 'served';
      /** The URL of the edge, up to the path: `https://shop.example.com`, `https-edge/shop`. */
      readonly base: string;
      /** The header `host` as the edge gets it. */
      readonly authority: string;
      /** The browser was led here by a name below `localhost`. */
      readonly isByLocalName: boolean;
    };

export interface LocalConnection {
  readonly port: number;
  readonly isEncrypted: boolean;
}

/** The target of the header `host`. A port that is that of `dev` itself stands for the default one. */
export function localTarget(site: DevSite, host: string, connection: LocalConnection): LocalTarget {
  const [, written = '', port] = /^(\[[\dA-Fa-f:.]+\]|[^:]*)(?::(\d{1,5}))?$/.exec(host) ?? [];
  const name = written.toLowerCase().replace(/\.$/, '');
  if (isLoopback(name)) return { type: 'control' };
  const isByLocalName = name.endsWith(localSuffix);
  const outside = isByLocalName ? name.slice(0, -localSuffix.length) : name;
  if (outside === '' || !(outside.startsWith('[') || isHostLike(outside))) return { type: 'invalid' };
  if (outside.endsWith(edgeSuffix) && /^[\w-]+$/.test(outside.slice(0, -edgeSuffix.length))) {
    const base = `https-edge/${outside.slice(0, -edgeSuffix.length)}`;
    return { type: 'served', base, authority: outside, isByLocalName };
  }
  const isOurs = port === undefined || isByLocalName || Number(port) === connection.port;
  const authority = isOurs ? normalHost(outside) : `${normalHost(outside)}:${port}`;
  const scheme = rememberedScheme(site, authority, connection.isEncrypted ? 'https' : 'http');
  return { type: 'served', base: `${scheme}://${authority}`, authority, isByLocalName };
}

/** Hosts are the client's to choose, so only so many are remembered. */
const mostHosts = 1000;

function rememberedScheme(site: DevSite, authority: string, asked: 'http' | 'https'): string {
  const key = `${asked} ${authority}`;
  const scheme = site.schemes.get(key) ?? schemeOf(site, authority, asked);
  if (site.schemes.size < mostHosts) site.schemes.set(key, scheme);
  return scheme;
}

/** One port serves both schemes: a host that is served by one of them alone is meant with that one. */
function schemeOf({ side }: DevSite, authority: string, asked: 'http' | 'https'): string {
  const order = asked === 'https' ? ['https', 'http'] : ['http', 'https'];
  const isServed = (scheme: string): boolean => {
    const parsed = parseRequest(`${scheme}://${authority}/`);
    if ('problem' in parsed) return false;
    return side.takersOf(parsed.request).some(({ servers, isAssumed }) => servers.length > 0 && !isAssumed);
  };
  return order.find(isServed) ?? 'https';
}

/** The URL of this machine for a host of the edge; undefined for a host with a port of its own. */
export function localUrl(base: string, port: number): string | undefined {
  const edge = /^https-edge\/([\w-]+)$/.exec(base)?.[1];
  const host = edge === undefined ? /^https?:\/\/([^/:]+)$/.exec(base)?.[1] : `${edge}${edgeSuffix}`;
  return host === undefined ? undefined : `http://${host}${localSuffix}:${port}`;
}
