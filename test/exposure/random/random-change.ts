import type { Json, JsonObject } from '../../../src/model/value.ts';
import { drawing, type Draw } from '../../gate-proof/draw.ts';

/** Specs by address; the traffic policy of an endpoint is a mapping. */
export type Side = Readonly<Record<string, JsonObject>>;

export interface RandomChange {
  readonly seed: number;
  readonly before: Side;
  readonly after: Side;
}

/** A workspace of one seed and the same after one to three edits. Hosts and addresses have the number of the seed. */
export function changeOf(seed: number): RandomChange {
  return changeBy(drawing(seed), seed, newSide, edited);
}

/** The same of one endpoint or route that stays where it is. */
export function changeOfOne(seed: number): RandomChange {
  return changeBy(drawing(seed), seed, newOne, editedOne);
}

function changeBy(
  draw: Draw,
  seed: number,
  make: (draw: Draw, seed: number) => Side,
  edit: (draw: Draw, seed: number, side: Side) => Side,
): RandomChange {
  for (;;) {
    const before = make(draw, seed);
    let after = before;
    for (let edits = draw.among([1, 1, 2, 3]); edits > 0; edits--) after = edit(draw, seed, after);
    if (JSON.stringify(after) !== JSON.stringify(before)) return { seed, before, after };
  }
}

export const vocabulary = {
  paths: ['/admin', '/admin/users', '/api', '/api/v1', '/public', '/login'],
  methods: ['GET', 'POST', 'DELETE', 'OPTIONS'],
  headers: ['x-team', 'x-token'],
  values: ['ops', 'dev', 'opsx'],
  queries: ['debug', 'key'],
  networks: ['10.0.0.0/8', '10.1.0.0/16', '10.1.2.0/24', '198.51.100.0/24', '198.51.100.128/25'],
  countries: ['DE', 'AT', 'RU'],
  passwords: ['ann:pass-word-1', 'bob:pass-word-2', 'staff:$(secret:STAFF)'],
  issuers: ['https://login.example.com', 'https://issuer.partner.example'],
  audiences: ['https://api.example.com', 'https://forum.example.com'],
  algorithms: ['RS256', 'ES256'],
  providers: ['google', 'github'],
  domains: ['example.com', 'gmail.com'],
  emails: ['ann@example.com', 'eve@gmail.com'],
  organizations: ['acme', 'umbrella'],
  hooks: ['github', 'gitlab'],
  hookSecrets: ['$(secret:HOOK)', '$(secret:HOOK_2)'],
  policies: ['ipp_1', 'ipp_2'],
  authorities: ['ca_1', 'ca_2'],
  identities: ['x-user', 'x-real-ip'],
  pages: ['the page of the staff', 'hello'],
} as const;

const words = vocabulary;

/** Some of a list, at least one. */
function some<Item>(draw: Draw, items: readonly Item[]): readonly Item[] {
  const drawn = items.filter(() => draw.chance(0.5));
  return drawn.length === 0 ? [draw.among(items)] : drawn;
}

function texts(items: readonly string[]): string {
  return `[${items.map((item) => `'${item}'`).join(', ')}]`;
}

function newCondition(draw: Draw, depth = 0): string {
  if (depth < 2 && draw.chance(0.25)) {
    const [one, other] = [newCondition(draw, depth + 1), newCondition(draw, depth + 1)];
    return `(${one} ${draw.among(['&&', '||'])} ${other})`;
  }
  const condition = newQuestion(draw);
  return draw.chance(0.3) ? `!(${condition})` : condition;
}

function newQuestion(draw: Draw): string {
  const path = draw.among(words.paths);
  const [header, value, query] = [
    draw.among(words.headers),
    draw.among(words.values),
    draw.among(words.queries),
  ];
  return draw.among([
    () => `req.url.path.startsWith('${path}')`,
    () => `req.url.path.startsWith('${path}')`,
    () => `req.url.path == '${path}'`,
    () => `req.url.path.contains('${path.slice(1)}')`,
    () => `req.url.path.endsWith('${path.slice(path.lastIndexOf('/'))}')`,
    () => `req.url.path.matches('^${path}(/.*)?$')`,
    () => `req.url.path in ${texts(some(draw, words.paths))}`,
    () => `req.method == '${draw.among(words.methods)}'`,
    () => `req.method in ${texts(some(draw, words.methods))}`,
    () => `hasReqHeader('${header}') && getReqHeader('${header}')[0] == '${value}'`,
    () => `hasReqHeader('${header}')`,
    () => `'${value}' in req.headers['${header}']`,
    () => `getReqHeader('${header}').exists(x, x.startsWith('${value.slice(0, 2)}'))`,
    () => `size(req.headers['${header}']) == 1`,
    () => `hasQueryParam('${query}') && getQueryParam('${query}')[0] == '${value}'`,
    () => `hasQueryParam('${query}')`,
    () => `getQueryParam('${query}').exists(x, x == '${value}')`,
    () => `inCidrRange(conn.client_ip, '${draw.among(words.networks)}')`,
    () => `inCidrRanges(conn.client_ip, ${texts(some(draw, words.networks))})`,
    () => `conn.client_ip == '10.1.2.3'`,
    () => `conn.geo.country_code in ${texts(some(draw, words.countries))}`,
    () => `conn.geo.country_code == '${draw.among(words.countries)}'`,
    () => `vars.flag == '${draw.among(words.values)}'`,
    () => `actions.ngrok.restrict_ips.action == 'deny'`,
    () => `!actions.ngrok.basic_auth.credentials.authorized`,
  ])();
}

function listed(items: readonly string[]): JsonObject {
  return { allow_list: items.map((value) => ({ value })) };
}

function newGuard(draw: Draw): JsonObject {
  const watched = draw.chance(0.12) ? { enforce: false } : {};
  return draw.among<() => JsonObject>([
    () => ({ type: 'deny', config: { status_code: draw.among([401, 403, 404]) } }),
    () => ({ type: 'deny' }),
    () => ({ type: 'basic-auth', config: { credentials: [...some(draw, words.passwords)], ...watched } }),
    () => ({
      type: 'jwt-validation',
      config: {
        issuer: listed(some(draw, words.issuers)),
        ...(draw.chance(0.8) ? { audience: listed(some(draw, words.audiences)) } : {}),
        http: { tokens: [{ type: 'jwt', method: 'header', name: 'authorization', prefix: 'Bearer ' }] },
        jws: {
          allowed_algorithms: [...some(draw, words.algorithms)],
          keys: { sources: { additional_jkus: ['https://login.example.com/keys'] } },
        },
      },
    }),
    () => ({
      type: 'oauth',
      config: {
        provider: draw.among(words.providers),
        ...(draw.chance(0.3) ? { allow_cors_preflight: true } : {}),
      },
    }),
    () => ({
      type: 'restrict-ips',
      config: {
        allow: [...some(draw, words.networks)],
        ...(draw.chance(0.3) ? { deny: [draw.among(words.networks)] } : {}),
        ...watched,
      },
    }),
    () => ({
      type: 'rate-limit',
      config: {
        name: 'all',
        algorithm: 'sliding_window',
        capacity: draw.among([10, 100]),
        rate: '60s',
        bucket_key: ['conn.client_ip'],
        ...watched,
      },
    }),
    () => ({
      type: 'verify-webhook',
      config: { provider: draw.among(words.hooks), secret: draw.among(words.hookSecrets), ...watched },
    }),
  ])();
}

function newChange(draw: Draw): JsonObject {
  const identity = draw.among(words.identities);
  return draw.among<() => JsonObject>([
    () => ({ type: 'remove-headers', config: { headers: [identity] } }),
    () => ({ type: 'remove-headers', config: { headers: [draw.among(words.headers)] } }),
    () => ({
      type: 'add-headers',
      config: {
        headers: { [identity]: draw.among(['root', '${conn.client_ip}', '$(secret:UPSTREAM)']) },
      },
    }),
    () => ({
      type: 'add-headers',
      config: { headers: { [draw.among(words.headers)]: draw.among(words.values) } },
    }),
    () => ({
      type: 'set-vars',
      config: {
        vars: [
          {
            flag: draw.among([
              'ops',
              "${req.url.path.startsWith('/admin') ? 'ops' : 'dev'}",
              "${hasReqHeader('x-team') ? getReqHeader('x-team')[0] : 'dev'}",
            ]),
          },
        ],
      },
    }),
    () => ({
      type: 'url-rewrite',
      config: { from: draw.among(['/public', '/api/']), to: draw.among(['/admin', '/']) },
    }),
    () => ({ type: 'log' }),
  ])();
}

function newEnd(draw: Draw, targets: readonly string[]): JsonObject {
  if (targets.length === 0 || draw.chance(0.12))
    return {
      type: 'custom-response',
      config: { status_code: draw.among([200, 200, 404]), body: draw.among(words.pages) },
    };
  return { type: 'forward-internal', config: { url: draw.among(targets) } };
}

function newRule(draw: Draw, targets: readonly string[]): JsonObject {
  const conditions = Array.from({ length: draw.among([0, 1, 1, 1, 2]) }, () => newCondition(draw));
  const kind = draw.below(10);
  const action =
    kind < 6 ? newGuard(draw) : kind < 8 || targets.length === 0 ? newChange(draw) : newEnd(draw, targets);
  const actions = draw.chance(0.12) ? [action, newGuard(draw)] : [action];
  return { ...(conditions.length === 0 ? {} : { expressions: conditions }), actions };
}

/** Guards, then an end for all requests, if there are upstreams to forward to. */
function newRules(draw: Draw, targets: readonly string[]): readonly JsonObject[] {
  const rules = Array.from({ length: draw.among([0, 1, 1, 2, 2, 3]) }, () => newRule(draw, targets));
  return targets.length > 0 && draw.chance(0.9) ? [...rules, { actions: [newEnd(draw, targets)] }] : rules;
}

function internalUrl(name: string, seed: number): string {
  return `https://${name}.w${seed}.internal`;
}

function newEndpoint(draw: Draw, url: string, targets: readonly string[], more: JsonObject = {}): JsonObject {
  return { url, ...more, traffic_policy: { on_http_request: [...newRules(draw, targets)] } };
}

const internal = { bindings: ['internal'] };

function newResource(draw: Draw, name: string, seed: number): JsonObject {
  const outside = ['app', 'deep', 'else'].map((one) => internalUrl(one, seed));
  switch (name) {
    case 'shop':
      return newEndpoint(draw, `https://shop.w${seed}.example.com`, outside);
    case 'all':
      return newEndpoint(draw, `https://*.w${seed}.example.com`, outside);
    case 'plain':
      return newEndpoint(draw, `http://shop.w${seed}.example.com`, outside);
    case 'app':
      return newEndpoint(draw, internalUrl('app', seed), outside.slice(1), internal);
    case 'deep':
      return newEndpoint(draw, internalUrl('deep', seed), draw.chance(0.5) ? outside.slice(2) : [], internal);
    default:
      return newRoute(draw, seed);
  }
}

function newRoute(draw: Draw, seed: number): JsonObject {
  let route: JsonObject = {
    edge_id: `edghts_${seed}`,
    match_type: 'path_prefix',
    match: `edge.w${seed}.example.com${draw.among(['', '/api'])}`,
    backend: { backend_id: `bkdhr_${seed}` },
  };
  for (let count = draw.among([1, 1, 2, 3]); count > 0; count--) route = { ...route, ...newModule(draw) };
  if (draw.chance(0.4)) route = { ...route, traffic_policy: { on_http_request: [...newRules(draw, [])] } };
  return route;
}

function newModule(draw: Draw): JsonObject {
  const off = draw.chance(0.1) ? { enabled: false } : {};
  return draw.among<() => JsonObject>([
    () => ({ ip_restriction: { ip_policy_ids: [...some(draw, words.policies)], ...off } }),
    () => ({
      oauth: {
        provider: { google: { email_domains: [...some(draw, words.domains)] } },
        ...(draw.chance(0.2) ? { options_passthrough: true } : {}),
        ...off,
      },
    }),
    () => ({
      oauth: {
        provider: {
          github: draw.chance(0.7)
            ? { organizations: [...some(draw, words.organizations)] }
            : { email_addresses: [...some(draw, words.emails)] },
        },
        ...off,
      },
    }),
    () => ({
      webhook_verification: {
        provider: draw.among(words.hooks),
        secret: draw.among(words.hookSecrets),
        ...off,
      },
    }),
    () => ({ mutual_tls: { certificate_authority_ids: [...some(draw, words.authorities)], ...off } }),
    () => ({
      user_agent_filter: { deny: ['bot'], ...(draw.chance(0.3) ? { allow: ['curl'] } : {}), ...off },
    }),
    () => ({ request_headers: { remove: [draw.among(words.identities)], ...off } }),
  ])();
}

const names = ['shop', 'shop', 'shop', 'all', 'plain', 'app', 'app', 'deep', 'route', 'route'];

function kindOf(name: string): string {
  return name === 'route' ? 'https-route' : 'endpoint';
}

function addressOf(name: string, seed: number): string {
  return `${kindOf(name)}/${name}-${seed}`;
}

function newSide(draw: Draw, seed: number): Side {
  const drawn = new Set(Array.from({ length: draw.among([1, 2, 2, 3, 4]) }, () => draw.among(names)));
  return Object.fromEntries([...drawn].map((name) => [addressOf(name, seed), newResource(draw, name, seed)]));
}

function newOne(draw: Draw, seed: number): Side {
  const name = draw.among(['shop', 'shop', 'shop', 'route']);
  return { [addressOf(name, seed)]: newResource(draw, name, seed) };
}

function editedOne(draw: Draw, seed: number, side: Side): Side {
  const address = draw.among(Object.keys(side));
  return { ...side, [address]: editedSpec(draw, seed, side[address]!) };
}

function editedSpec(draw: Draw, seed: number, spec: JsonObject): JsonObject {
  const isRoute = spec['match'] !== undefined;
  return isRoute && (draw.chance(0.7) || spec['traffic_policy'] === undefined)
    ? withOtherModule(draw, spec)
    : withOtherPolicy(draw, seed, spec);
}

function edited(draw: Draw, seed: number, side: Side): Side {
  const address = draw.among(Object.keys(side));
  const spec = side[address]!;
  if (draw.chance(0.06)) {
    const name = draw.among(names);
    const made = addressOf(name, seed);
    return made in side ? side : { ...side, [made]: newResource(draw, name, seed) };
  }
  // The service keeps routes that files no longer have.
  if (draw.chance(0.04) && Object.keys(side).length > 1 && address.startsWith('endpoint/'))
    return Object.fromEntries(Object.entries(side).filter(([one]) => one !== address));
  if (draw.chance(0.05)) return { ...side, [address]: elsewhere(draw, seed, spec) };
  return { ...side, [address]: editedSpec(draw, seed, spec) };
}

/** At another host, or bound otherwise. */
function elsewhere(draw: Draw, seed: number, spec: JsonObject): JsonObject {
  if (spec['match'] !== undefined)
    return { ...spec, match: `edge.w${seed}.example.com${draw.among(['', '/api', '/admin'])}` };
  if (spec['bindings'] !== undefined && draw.chance(0.3))
    return { ...spec, bindings: ['internal', 'public'] };
  return spec;
}

function withOtherModule(draw: Draw, spec: JsonObject): JsonObject {
  const modules = Object.keys(spec).filter(
    (name) => !['edge_id', 'match_type', 'match', 'backend', 'traffic_policy'].includes(name),
  );
  const name = modules.length === 0 ? undefined : draw.among(modules);
  if (name === undefined || draw.chance(0.25)) return { ...spec, ...newModule(draw) };
  if (draw.chance(0.25)) return without(spec, name);
  const module = spec[name] as JsonObject;
  if (draw.chance(0.2)) return { ...spec, [name]: { ...module, enabled: module['enabled'] === false } };
  return { ...spec, [name]: withOtherLeaf(draw, module) };
}

function without(spec: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(spec).filter(([one]) => one !== name));
}

function withOtherPolicy(draw: Draw, seed: number, spec: JsonObject): JsonObject {
  const policy = (spec['traffic_policy'] ?? { on_http_request: [] }) as JsonObject;
  const rules = policy['on_http_request'] as readonly JsonObject[];
  const isEndpoint = spec['url'] !== undefined;
  const targets = isEndpoint ? ['app', 'deep', 'else'].map((one) => internalUrl(one, seed)) : [];
  return {
    ...spec,
    traffic_policy: { ...policy, on_http_request: [...otherRules(draw, rules, targets)] },
  };
}

function otherRules(
  draw: Draw,
  rules: readonly JsonObject[],
  targets: readonly string[],
): readonly JsonObject[] {
  const at = draw.below(Math.max(1, rules.length));
  const rule = rules[at];
  if (rule === undefined || draw.chance(0.15)) return rules.toSpliced(at, 0, newRule(draw, targets));
  return draw.among<() => readonly JsonObject[]>([
    () => rules.toSpliced(at, 1),
    () => rules.toSpliced(at, 1).toSpliced(draw.below(rules.length), 0, rule),
    () => rules.with(at, otherConditions(draw, rule)),
    () => rules.with(at, otherConditions(draw, rule)),
    () => rules.with(at, otherConditions(draw, rule)),
    () => rules.with(at, otherActions(draw, rule, targets)),
    () => rules.with(at, otherActions(draw, rule, targets)),
    () => rules.with(at, withOtherLeaf(draw, rule) as JsonObject),
    () => rules.with(at, withOtherLeaf(draw, rule) as JsonObject),
  ])();
}

function otherConditions(draw: Draw, rule: JsonObject): JsonObject {
  const all = (rule['expressions'] ?? []) as readonly string[];
  const at = draw.below(Math.max(1, all.length));
  const one = all[at];
  if (one === undefined) return { ...rule, expressions: [newCondition(draw)] };
  const next = draw.among<() => readonly string[]>([
    () => all.toSpliced(at, 1),
    () => [...all, newCondition(draw)],
    () => all.with(at, newCondition(draw)),
    () => all.with(at, `!(${one})`),
    () => all.with(at, `(${one}) || ${newCondition(draw)}`),
    () => all.with(at, `(${one}) && ${newCondition(draw)}`),
  ])();
  return { ...rule, expressions: [...next] };
}

function otherActions(draw: Draw, rule: JsonObject, targets: readonly string[]): JsonObject {
  const all = rule['actions'] as readonly JsonObject[];
  const at = draw.below(all.length);
  const one = all[at]!;
  const config = (one['config'] ?? {}) as JsonObject;
  const next = draw.among<() => readonly JsonObject[]>([
    () => all.with(at, newGuard(draw)),
    () => all.with(at, newEnd(draw, targets)),
    () => all.with(at, newChange(draw)),
    () => all.toSpliced(at, 0, newChange(draw)),
    () => (all.length > 1 ? all.toSpliced(at, 1) : all),
    () => all.with(at, { ...one, config: { ...config, enforce: config['enforce'] === false } }),
  ])();
  return { ...rule, actions: [...next] };
}

/** With one text replaced by another of the same list of words, or a list that is longer or shorter. */
function withOtherLeaf(draw: Draw, value: Json): Json {
  const leaves = pathsIn(value);
  if (leaves.length === 0) return value;
  return replaced(value, draw.among(leaves), (leaf) => otherLeaf(draw, leaf));
}

function otherLeaf(draw: Draw, leaf: Json): Json {
  if (Array.isArray(leaf)) {
    const items = leaf as readonly Json[];
    const all = listWith(items[0]);
    return all === undefined ? items : [...some(draw, all)];
  }
  if (typeof leaf !== 'string') return leaf;
  const all = Object.values(words).find((list) => (list as readonly string[]).includes(leaf));
  if (all !== undefined) return draw.among<string>(all);
  const [written] = /'[^']*'/.exec(leaf) ?? [];
  const other = written === undefined ? undefined : listWith(written.slice(1, -1));
  if (written === undefined || other === undefined) return leaf;
  return leaf.replace(written, `'${draw.among(other)}'`);
}

function listWith(item: Json | undefined): readonly string[] | undefined {
  return Object.values(words).find((list) => (list as readonly unknown[]).includes(item));
}

type Place = readonly (string | number)[];

function pathsIn(value: Json, at: Place = []): readonly Place[] {
  if (typeof value === 'string') return [at];
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    pathsIn(item, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return Array.isArray(value) && typeof value[0] === 'string' ? [at, ...inner] : inner;
}

function replaced(value: Json, [first, ...rest]: Place, change: (leaf: Json) => Json): Json {
  if (first === undefined) return change(value);
  if (Array.isArray(value))
    return (value as readonly Json[]).map((item, index) =>
      index === first ? replaced(item, rest, change) : item,
    );
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, item]) => [
      key,
      key === first ? replaced(item, rest, change) : item,
    ]),
  );
}
