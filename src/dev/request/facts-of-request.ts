/** A request that came in, as the engine takes it. */
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { devHeaders } from '../../model/dev-contract.ts';
import type { ClientFacts, GivenFacts, RequestFacts } from '../../model/traffic/request-facts.ts';
import type { Knowable } from '../../model/traffic/unknown.ts';
import { addTo } from '../../text/lists/group-by.ts';
import type { DevSite } from '../dev-site.ts';
import type { LocalTarget } from './local-target.ts';

/** The cookie of what a person has chosen; no upstream gets it. */
export const sessionCookie = 'edgewright-dev-session';

/** Stands for a body that has not been read. */
export const unreadBody: Knowable<string> = {
  unknown: { why: 'not-given', of: 'req.body', give: 'request.body' },
};

type ServedTarget = Extract<LocalTarget, { readonly type: 'served' }>;

/** Facts that a client gives by the headers that `dev` reads. */
export interface ChosenFacts {
  readonly from: ClientFacts;
  readonly given: GivenFacts;
}

export function factsOfRequest(
  site: DevSite,
  request: IncomingMessage,
  {
    target,
    chosen,
    now,
  }: { readonly target: ServedTarget; readonly chosen: ChosenFacts; readonly now: Date },
): RequestFacts {
  const { from, given } = site.settings;
  const { remoteAddress, remotePort } = request.socket;
  const version = tlsVersionOf(request);
  return {
    method: request.method ?? 'GET',
    url: `${target.base}${sentPath(request)}`,
    headers: seenHeaders(request, target),
    ...(hasBody(request) ? { body: unreadBody } : {}),
    from: {
      ip: (remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, ''),
      ...(remotePort === undefined ? {} : { port: remotePort }),
      ...from,
      ...chosen.from,
    },
    given: {
      now: now.toISOString(),
      ...given,
      ...chosen.given,
      variables: {
        'req.version': `HTTP/${request.httpVersion}`,
        ...(version === undefined ? {} : { 'conn.tls.version': version }),
        ...given.variables,
        ...chosen.given.variables,
      },
      secrets: { ...given.secrets, ...chosen.given.secrets },
    },
  };
}

/** The path and the query as sent. A proxy sends the whole URL (RFC 9112 3.2.2), of which `host` says the rest. */
export function sentPath({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (url.startsWith('/')) return url;
  const [, rest = ''] = /^https?:\/\/[^/?#]*(.*)$/i.exec(url) ?? [];
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** A request has a body if it says how long it is (RFC 9112 6.3). */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

function tlsVersionOf({ socket }: IncomingMessage): string | undefined {
  return 'encrypted' in socket ? (socket as TLSSocket).getProtocol()?.replace(/^TLSv/, '') : undefined;
}

/** The headers as the edge gets them, without what is meant for `dev`. */
function seenHeaders(request: IncomingMessage, target: ServedTarget): ReadonlyMap<string, readonly string[]> {
  const seen = new Map<string, string[]>();
  const own: ReadonlySet<string> = new Set([devHeaders.ip, devHeaders.given]);
  const { rawHeaders } = request;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    const value = rawHeaders[at + 1] ?? '';
    if (name === 'host' || own.has(name)) continue;
    const shown = name === 'cookie' ? withoutSession(value) : value;
    if (shown !== '' || name !== 'cookie') addTo(seen, name, outsideValue(name, shown, target));
  }
  return new Map([['host', [target.authority]], ...seen]);
}

function withoutSession(cookies: string): string {
  return cookies.includes(sessionCookie)
    ? cookies
        .split(/;\s*/)
        .filter((cookie) => !cookie.startsWith(`${sessionCookie}=`))
        .join('; ')
    : cookies;
}

/** A page below `localhost` names itself; the upstream knows it by the name that it has at the edge. */
function outsideValue(name: string, value: string, { base, isByLocalName }: ServedTarget): string {
  if (!isByLocalName || (name !== 'origin' && name !== 'referer') || !base.includes('://')) return value;
  const [, host = '', rest = ''] = /^https?:\/\/([^/:]+)\.localhost(?::\d+)?(.*)$/.exec(value) ?? [];
  if (host === '') return value;
  return base.endsWith(`//${host}`) ? `${base}${rest}` : `https://${host}${rest}`;
}

/** The cookies of a request by name; of several, the first. */
export function cookieOf({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string | undefined {
  const found = (headers.cookie ?? '').split(/;\s*/).find((cookie) => cookie.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}
