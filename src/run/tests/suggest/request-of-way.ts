import type { TrafficServer } from '../../../routing/traffic-server.ts';
import type { SideIndex } from '../../../routing/traffic/side-index.ts';
import { selectorOf } from '../../../routing/selector.ts';
import { listenersOf } from '../../../routing/listener.ts';
import { listenerUrl } from '../../../derive/forms/listener-url.ts';
import { publicBinding, bindingsOf } from '../../../routing/bindings.ts';
import type { Literal } from '../../../simulate/unknown/term.ts';
import type { RequestFacts, GivenFacts } from '../../../model/traffic/request-facts.ts';
import { requestFor } from '../../../simulate/unknown/witness.ts';
import { isWebScheme, urlParts } from '../../../routing/request-url.ts';
import { defaultClientIp } from '../../../simulate/scope.ts';
import type { JsonObject, Json } from '../../../model/value.ts';
import { isJsonMap } from '../../../text/json/json-access.ts';

/** The URL without a path, and the facts that every request of a resource has. */
export interface RequestPlace {
  /** Undefined in tests: the edge, of which the files do not tell a host. */
  readonly edge?: string;
  readonly base: string;
  readonly binding?: string;
}

export const anyBase = 'https://any.example';

export function requestPlaceOf(server: TrafficServer, { edges }: SideIndex): RequestPlace {
  const selector = server.kind === 'https-route' ? selectorOf(server.spec) : undefined;
  if (selector !== undefined)
    return selector.host === ''
      ? { edge: edges.nameOf(selector.edge), base: anyBase }
      : { base: `https://${selector.host}` };
  const [listener] = listenersOf(server);
  const base = listener === undefined ? anyBase : listenerUrl(listener).replace('*.', 'any.');
  const [binding = publicBinding] = server.kind === 'endpoint' ? bindingsOf(server.spec) : [];
  return { base: base.replace(/\/$/, ''), ...(binding === publicBinding ? {} : { binding }) };
}

/** A request that meets the conditions, as far as a request can. */
export function requestAt(
  { edge, base, binding }: RequestPlace,
  when: readonly Literal[],
): RequestFacts | undefined {
  const host = hostIn(when);
  const baseUrl = host === undefined ? base : `https://${host}`;
  const found = requestFor(when, { base: baseUrl })?.request;
  if (found === undefined) return undefined;
  const rest = found.url.slice(baseUrl.length);
  const isWeb = isWebScheme(urlParts(baseUrl).scheme);
  const url = edge !== undefined && host === undefined ? `${edge}${rest}` : baseUrl + (isWeb ? rest : '');
  const { ip, ...others } = found.from;
  const client = ip === undefined || ip === defaultClientIp ? others : { ip, ...others };
  const from = binding === undefined ? client : { ...client, binding };
  const given = edge !== undefined && host !== undefined ? { ...found.given, edge } : found.given;
  return { ...found, url, from, given: withCertificateOf(given) };
}

const ofCertificate = 'conn.tls.client.';

/** Variables of a certificate are read from the certificate that a test gives. */
function withCertificateOf({ variables = {}, ...given }: GivenFacts): GivenFacts {
  const [inside, others] = [true, false].map((isOfCertificate) =>
    Object.entries(variables).filter(([name]) => name.startsWith(ofCertificate) === isOfCertificate),
  );
  const client_certificate = (inside ?? []).reduce<JsonObject>(
    (made, [name, value]) => withMember(made, name.slice(ofCertificate.length).split('.'), value),
    {},
  );
  return {
    ...given,
    ...((others ?? []).length === 0 ? {} : { variables: Object.fromEntries(others ?? []) }),
    ...((inside ?? []).length === 0 ? {} : { client_certificate }),
  };
}

function withMember(owner: JsonObject, [name = '', ...rest]: readonly string[], value: Json): JsonObject {
  const before = owner[name];
  const inner = isJsonMap(before) ? before : {};
  return { ...owner, [name]: rest.length === 0 ? value : withMember(inner, rest, value) };
}

/** The host that conditions ask for, where a resource has many. */
function hostIn(when: readonly Literal[]): string | undefined {
  for (const { atom, holds } of when) {
    if (!holds || atom.is !== 'in' || atom.of.name !== 'req.host') continue;
    const [host] = atom.values;
    if (typeof host === 'string' && /^[\w.-]+$/.test(host)) return host;
  }
  return undefined;
}
