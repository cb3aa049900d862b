/** The variables of an expression at one moment, computed when they are read. */
import { policyVariables } from '../kinds/policy/variables.ts';
import type { VariableMap, VariableType } from '../kinds/policy/variable.ts';
import type { ClientFacts, RequestFacts } from '../model/traffic/request-facts.ts';
import type { VariableScope } from './expressions.ts';
import { sentCookies, setCookies } from './cookies.ts';
import { type ResponseMessage, type RequestMessage, headerValue } from './messages.ts';
import type { Moment, Results } from './moment.ts';
import { openScope } from './unknown/open-scope.ts';
import { fromJson, knownValue, queryOf, UnknownFact } from './scope-values.ts';
import { isUnknownValue, type Knowable } from '../model/traffic/unknown.ts';
import { urlParts, type UrlParts } from '../routing/request-url.ts';

/** The client's address if a test gives none. */
export const defaultClientIp = '203.0.113.7';

/** The address of the client. That of the machine that runs a test is not known. */
export function clientIp({ ip, isHere }: ClientFacts): Knowable<string> {
  if (isHere === true)
    return { unknown: { why: 'not-given', of: 'the address of this machine', give: 'from.ip' } };
  return ip ?? defaultClientIp;
}

export function scopeOf(moment: Moment): VariableScope {
  const known: VariableScope = { read: (name) => read(name, moment) };
  return moment.ask === undefined ? known : openScope(moment, moment.ask, known);
}

function read(name: string, moment: Moment): unknown {
  const { given } = moment.facts;
  const givenValue = given.variables?.[name];
  if (givenValue !== undefined) return fromJson(givenValue);
  switch (name) {
    case 'vars':
      return membersOf(moment.vars);
    case 'given.random':
      return moment.random;
    case 'given.secrets':
      return new Map(Object.entries(given.secrets ?? {}));
    case 'actions':
      return membersOf([...moment.results].map(([action, results]) => [action, { members: results }]));
  }
  const root = name.slice(0, name.indexOf('.'));
  switch (root) {
    case 'conn':
      return readConnection(name, moment);
    case 'endpoint':
      return readEndpoint(name, moment);
    case 'time':
      return given.now ?? notGiven(name, 'given.now');
    case 'req':
      return readRequest(name, moment);
    case 'res':
      return moment.response === undefined ? undefined : readResponse(name, moment.response);
    default:
      return undefined;
  }
}

/** An object whose unknown members fail only when they are read. */
function membersOf(members: Iterable<readonly [string, unknown]>): object {
  const made = {};
  for (const [name, value] of members) {
    Object.defineProperty(made, name, {
      enumerable: true,
      get: () => {
        return withMembers(knownValue(value));
      },
    });
  }
  return made;
}

function withMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMembers);
  return hasMembers(value) ? membersOf(Object.entries(value.members)) : value;
}

function hasMembers(value: unknown): value is { readonly members: Results } {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'members');
}

/** A fact that only the test can give. */
function notGiven(of: string, give = `given.variables.${of}`): never {
  throw new UnknownFact({ why: 'not-given', of, give });
}

const clientPlaces = ['conn.geo.', 'conn.client_ip.geo.location.'];
const clientFacts = ['continent', 'city', 'subdivision', 'timezone', 'is_eu'] as const;

function readConnection(name: string, { facts }: Moment): unknown {
  const { from, given } = facts;
  const { scheme, host } = urlParts(facts.url);
  const place = clientPlaces.find((prefix) => name.startsWith(prefix));
  if (place !== undefined) {
    const member = name.slice(place.length);
    if (member === 'country_code') return from.country ?? notGiven(name, 'from.country');
    const fact = clientFacts.find((candidate) => candidate === member);
    return fact === undefined ? notGiven(name) : (from[fact] ?? notGiven(name, `from.${fact}`));
  }
  switch (name) {
    case 'conn.client_ip':
      return knownValue(clientIp(from));
    case 'conn.client_ip.categories':
      return withPrefixes(given.ip_categories ?? notGiven(name, 'given.ip_categories'));
    case 'conn.client_port':
      return from.port === undefined ? notGiven(name, 'from.port') : BigInt(from.port);
    case 'conn.ts.start':
      return new Date(given.now ?? notGiven(name, 'given.now'));
    case 'conn.tls.sni':
      return isEncrypted(scheme) ? host : undefined;
  }
  if (name.startsWith('conn.tls.')) {
    if (!isEncrypted(scheme)) return undefined;
    if (name.startsWith('conn.tls.client')) return readCertificate(name, given.client_certificate);
  }
  // An object as a whole is only asked whether it is there.
  return isGroup(name) ? {} : notGiven(name);
}

/** An address is in a category by each prefix of its name, too: `com.example` of `com.example.cloud`. */
function withPrefixes(categories: readonly string[]): readonly string[] {
  const all = categories.flatMap((category) => {
    const steps = category.split('.');
    return steps.map((_, index) => steps.slice(0, index + 1).join('.'));
  });
  return [...new Set(all)];
}

function isEncrypted(scheme: string): boolean {
  return scheme === 'https' || scheme === 'tls';
}

function readCertificate(
  name: string,
  certificate: RequestFacts['given']['client_certificate'] = 'none',
): unknown {
  if (certificate === 'none') return undefined;
  let value: unknown = certificate;
  for (const key of name.split('.').slice(3))
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  return value === undefined
    ? notGiven(name, `given.client_certificate.${name.slice('conn.tls.client.'.length)}`)
    : fromJson(value);
}

function readEndpoint(name: string, { endpointUrl }: Moment): unknown {
  const { scheme, host, port } = urlParts(endpointUrl);
  const number = port ?? (scheme === 'http' ? 80 : 443);
  const parts: Readonly<Record<string, unknown>> = {
    'endpoint.addr': `${host}:${number}`,
    'endpoint.host': host,
    'endpoint.port': BigInt(number),
    'endpoint.protocol': scheme,
    'endpoint.url': endpointUrl,
  };
  return parts[name] ?? notGiven(name);
}

/** The last argument is the URL as it was sent. */
const requestParts: Readonly<
  Record<string, (request: RequestMessage, url: UrlParts, sent: string) => unknown>
> = {
  'req.method': ({ method }) => method,
  'req.host': ({ headers }) => needed(headerValue(headers, 'host')),
  'req.url': ({ url }) => url,
  'req.url.raw': (_request, _url, sent) => sent,
  'req.url.scheme': (_request, { scheme }) => scheme,
  'req.url.host': (_request, { host }) => host,
  'req.url.port': (_request, { port }) => (port === undefined ? undefined : BigInt(port)),
  'req.url.authority': (_request, { authority }) => authority,
  'req.url.path': (_request, { path }) => unescaped(path),
  'req.url.raw_path': (_request, _url, sent) => urlParts(sent).path,
  'req.url.query': (_request, { query }) => query,
  'req.url.query_params': (_request, { query }) => queryOf(query),
  'req.url.uri': (_request, { path, query }) => (query === '' ? path : `${path}?${query}`),
  'req.url.user_password': () => '',
  'req.user_agent': ({ headers }) =>
    needed(headerValue(headers, 'user-agent')) ?? notGiven('req.user_agent', 'request.headers.user-agent'),
  'req.version': () => notGiven('req.version'),
};

function readRequest(name: string, { facts, request }: Moment): unknown {
  const part = requestParts[name];
  if (part !== undefined) {
    if (isUnknownValue(request.url)) throw new UnknownFact(request.url.unknown);
    return part(request, urlParts(request.url), facts.url);
  }
  if (name.startsWith('req.ts.')) return new Date(facts.given.now ?? notGiven(name, 'given.now'));
  return readMessage(name.slice('req.'.length), name, request);
}

function readResponse(name: string, response: ResponseMessage): unknown {
  if (name === 'res.status_code') {
    if (isUnknownValue(response.status)) throw new UnknownFact(response.status.unknown);
    return BigInt(response.status);
  }
  return readMessage(name.slice('res.'.length), name, response);
}

function readMessage(
  member: string,
  name: string,
  { headers, body }: RequestMessage | ResponseMessage,
): unknown {
  const media = (): string => needed(headerValue(headers, 'content-type')) ?? '';
  switch (member) {
    case 'headers':
      return headers;
    case 'cookies':
      return (name.startsWith('res.') ? setCookies : sentCookies)(headers);
    case 'location':
      return needed(headerValue(headers, 'location')) ?? '';
    case 'content_encoding':
      return (needed(headerValue(headers, 'content-encoding')) ?? '')
        .split(/\s*,\s*/)
        .filter((header) => header !== '');
    case 'content_length': {
      const length = needed(headerValue(headers, 'content-length'));
      if (length !== undefined && /^\d+$/.test(length)) return BigInt(length);
      if (isUnknownValue(body)) throw new UnknownFact(body.unknown);
      return BigInt(Buffer.byteLength(body));
    }
    case 'content_type':
      return media().replace(/;.*$/s, '').trim();
    case 'content_type.raw':
      return media();
    case 'content_type.parameters':
      return new Map(
        [...media().matchAll(/;\s*([^=;\s]+)=("?)([^";]*)\2/g)].map(([, key = '', , value = '']) => [
          key.toLowerCase(),
          value,
        ]),
      );
    default:
      return isGroup(name) ? {} : notGiven(name);
  }
}

function needed(value: Knowable<string> | undefined): string | undefined {
  if (isUnknownValue(value)) throw new UnknownFact(value.unknown);
  return value;
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Whether a name is an object whose members are read one by one. */
function isGroup(name: string): boolean {
  let members: VariableMap = policyVariables;
  let type: VariableType = 'any';
  for (const step of name.split('.')) {
    const member = Object.hasOwn(members, step) ? members[step] : undefined;
    if (member === undefined) return false;
    type = member.type;
    members = typeof type === 'object' && 'members' in type ? type.members : {};
  }
  return typeof type === 'object' && 'members' in type && type.isText !== true;
}
