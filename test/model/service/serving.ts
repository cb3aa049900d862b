import type { State, Stored } from './objects.ts';
import { isMap, isTexts, type Json, type JsonMap, plainText } from './values.ts';

/*
 * A minimal matcher of the model: the object that serves a URL, and its protection. A cloud endpoint serves its host,
 * an exact host before a wildcard; an endpoint of type `edge` leads to the routes of its edge: exact before prefix, the
 * longer before the shorter. A route without an enabled backend keeps its match, but its URLs are not served.
 */

/** By kind of guard: the visitors that it admits. Fewer guards, or more admitted visitors, is weaker. */
export type Protection = ReadonlyMap<string, ReadonlySet<string>>;

export interface Serving {
  readonly id: string;
  /** The internal endpoints that its policy forwards to, one after the other. */
  readonly onward: readonly string[];
  readonly protection: Protection;
  /** Whether its policy forwards to a missing endpoint, so that every response is an error. */
  readonly isDead?: true;
}

/** The object that serves a URL, with its protection; undefined if none does, which is the safest state. */
export function servingOf(url: string, state: State): Serving | undefined {
  const { protocol, hostname, pathname } = new URL(url);
  const endpoint = endpointOf(protocol, hostname, state, isPublic);
  if (endpoint === undefined) return undefined;
  if (endpoint.type !== 'edge') return byEndpoint(endpoint, state, 0);
  const route = routeOf(plainText(endpoint.spec['edge']), hostname, pathname, state);
  // A policy may answer a request itself, without a backend.
  if (route === undefined || !['backend', 'traffic_policy'].some((name) => isOn(route.spec[name])))
    return undefined;
  return { id: route.id, onward: [], protection: protectionOfRoute(route) };
}

/** Whether `now` is less protected than `than`; a URL that is not served is never weaker. */
export function isWeaker(now: Serving | undefined, than: Serving | undefined): boolean {
  if (now === undefined || now.isDead === true || now.protection.has(denied)) return false;
  if (than === undefined) return true;
  return [...than.protection].some(([guard, let_pass]) => {
    const others = now.protection.get(guard);
    if (others === undefined) return !(guard.startsWith('login:') && isLogin(now.protection));
    return [...others].some((each) => !let_pass.has(each) && !let_pass.has('*'));
  });
}

/** Whether the protection includes a login; replacing one login by another is not compared here. */
function isLogin(protection: Protection): boolean {
  return [...protection.keys()].some((guard) => guard.startsWith('login:'));
}

function endpointOf(
  protocol: string,
  host: string,
  state: State,
  fits: (endpoint: Stored) => boolean,
): Stored | undefined {
  const candidates = [...state.values()].filter((object) => {
    if (object.kind !== 'endpoint' || !fits(object)) return false;
    const served = new URL(plainText(object.spec['url']).replace('://*.', '://wildcard.'));
    if (served.protocol !== protocol) return false;
    const name = served.hostname;
    return plainText(object.spec['url']).includes('://*.')
      ? host.endsWith(name.slice('wildcard'.length)) && host.length > name.length - 'wildcard'.length
      : name === host;
  });
  const rank = ({ spec }: Stored): number =>
    (plainText(spec['url']).includes('*') ? 0 : 1000) + plainText(spec['url']).length;
  return candidates.sort((a, b) => rank(b) - rank(a))[0];
}

function isPublic({ spec }: Stored): boolean {
  const bindings = spec['bindings'];
  return !isTexts(bindings) || bindings.length === 0 || bindings.includes('public');
}

function isInternal({ spec }: Stored): boolean {
  const bindings = spec['bindings'];
  return isTexts(bindings) && bindings.includes('internal');
}

function byEndpoint({ id, spec }: Stored, state: State, hops: number): Serving {
  const { guards, forwardsTo } = guardsOf(spec['traffic_policy']);
  if (forwardsTo === undefined || hops > 3) return { id, onward: [], protection: guards };
  const { protocol, hostname } = new URL(forwardsTo);
  const target = endpointOf(protocol, hostname, state, isInternal);
  if (target === undefined) return { id, onward: [], protection: guards, isDead: true };
  const serving = byEndpoint(target, state, hops + 1);
  return {
    ...serving,
    id,
    onward: [serving.id, ...serving.onward],
    protection: new Map([...serving.protection, ...guards]),
  };
}

function routeOf(edge: string, host: string, path: string, state: State): Stored | undefined {
  const candidates = [...state.values()].filter((object) => {
    if (object.kind !== 'https-route' || object.edgeId !== edge) return false;
    const match = plainText(object.spec['match']);
    const subject = match.startsWith('/') ? path : host + path;
    if (!match.includes('/')) return host === match;
    return object.spec['match_type'] === 'exact_path' ? subject === match : subject.startsWith(match);
  });
  const rank = ({ spec }: Stored): number =>
    (spec['match_type'] === 'exact_path' && plainText(spec['match']).includes('/') ? 1000 : 0) +
    plainText(spec['match']).length;
  return candidates.sort((a, b) => rank(b) - rank(a))[0];
}

function isOn(module: Json | undefined): module is JsonMap {
  return isMap(module) && module['enabled'] !== false;
}

function protectionOfRoute({ spec }: Stored): Protection {
  const guards = new Map<string, ReadonlySet<string>>();
  if (isOn(spec['oidc'])) {
    guards.set(
      'login:oidc',
      new Set([`${plainText(spec['oidc']['issuer'])} ${plainText(spec['oidc']['client_id'])}`]),
    );
  }
  if (isOn(spec['saml'])) guards.set('login:saml', new Set([plainText(spec['saml']['idp_metadata'])]));
  if (isOn(spec['oauth'])) guards.set('login:oauth', accountsOf(spec['oauth']['provider']));
  if (isOn(spec['ip_restriction'])) {
    guards.set('ip_restriction', new Set((spec['ip_restriction']['ip_policy_ids'] ?? []) as string[]));
  }
  if (isOn(spec['webhook_verification'])) {
    guards.set('webhook', new Set([plainText(spec['webhook_verification']['provider'])]));
  }
  const policy = spec['traffic_policy'];
  return new Map([...guards, ...(isOn(policy) ? guardsOf(policy['value']).guards : [])]);
}

function accountsOf(provider: Json | undefined): ReadonlySet<string> {
  const accounts = new Set<string>();
  for (const [name, config] of Object.entries(isMap(provider) ? provider : {})) {
    if (!isMap(config)) continue;
    const lists = ['email_addresses', 'email_domains', 'teams', 'organizations'].flatMap((list) =>
      ((config[list] ?? []) as string[]).map((item) => `${name} ${list} ${item}`),
    );
    for (const each of lists.length === 0 ? ['*'] : lists) accounts.add(each);
  }
  return accounts;
}

/** The guard of a `deny` without a condition, which admits no one. */
const denied = 'policy:deny';
const guardActions = ['deny', 'restrict-ips', 'jwt-validation', 'basic-auth', 'oauth', 'openid-connect'];

/** The guards of a policy; an unreadable policy has none. Actions after a `forward-internal` are never reached. */
function guardsOf(value: Json | undefined): { guards: Protection; forwardsTo?: string } {
  const guards = new Map<string, ReadonlySet<string>>();
  const policy = policyOf(value);
  for (const phase of ['on_tcp_connect', 'on_http_request']) {
    for (const rule of itemsOf(policy[phase])) {
      for (const action of itemsOf(rule['actions'])) {
        const type = plainText(action['type']);
        const config = isMap(action['config']) ? action['config'] : {};
        if (type === 'forward-internal') return { guards, forwardsTo: plainText(config['url']) };
        if (!guardActions.includes(type)) continue;
        const allowed = type === 'restrict-ips' ? ((config['allow'] ?? []) as string[]) : [];
        const isPartial = type === 'deny' && isTexts(rule['expressions']) && rule['expressions'].length > 0;
        guards.set(isPartial ? `${denied} some` : `policy:${type}`, new Set(allowed));
      }
    }
  }
  return { guards };
}

function policyOf(value: Json | undefined): JsonMap {
  if (typeof value !== 'string') return {};
  try {
    const policy: unknown = JSON.parse(value);
    return isMap(policy) ? policy : {};
  } catch {
    return {};
  }
}

function itemsOf(value: Json | undefined): readonly JsonMap[] {
  return Array.isArray(value) ? value.filter(isMap) : [];
}
