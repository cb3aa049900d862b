import type { Stored } from '../service/objects.ts';
import type { Switches } from '../service/switches.ts';
import type { JsonMap } from '../service/values.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/**
 * Draws the service's switches, most of them at their default, so that a failure points at its switch. The two under
 * which a careless request destroys something are drawn more often.
 */
export function drawSwitches(random: Random): Partial<Switches> {
  const draws: readonly (() => Partial<Switches>)[] = [
    () => ({ defaults: random.pick(['none', 'zero', 'service'] as const) }),
    () => ({
      secrets: random.pick(['null', 'absent', 'empty', 'stars', 'bullets', 'prefix'] as const),
      needsOidcSecret: random.chance(0.5),
    }),
    () => ({ order: random.pick(['reversed', 'sorted'] as const) }),
    () => ({ headers: random.pick(['lower', 'canonical'] as const) }),
    () => ({ urls: random.pick(['lower', 'no-port', 'with-port'] as const) }),
    () => ({ policies: 'indented' }),
    () => ({ unsetModules: 'absent' }),
    () => ({ references: 'single' }),
    () => ({ pageSize: random.pick([1, 2, 3]) }),
    () => ({ drops: [random.pick(['compression', 'ip_restriction', 'description', 'circuit_breaker'])] }),
    () => ({ lag: random.pick([1, 2, 4, 8]) }),
  ];
  const destructive: Partial<Switches> = {
    ...(random.chance(0.35) ? { doubles: 'taken' } : {}),
    ...(random.chance(0.35) ? { absentInUpdate: 'cleared' } : {}),
  };
  return Object.assign(destructive, ...random.some(draws, 4).map((draw) => draw())) as Partial<Switches>;
}

export const edges: Readonly<Record<string, string>> = {
  production: 'edghts_production',
  staging: 'edghts_staging',
};
export const hosts: Readonly<Record<string, readonly string[]>> = {
  production: ['shop.example.com', 'admin.example.com'],
  staging: ['shop.staging.example.com'],
};

/** Adds the objects that the account has from the start and that are never managed: edge hosts, an agent's endpoint. */
export function addFixture({ service, environments }: World): void {
  for (const name of environments) {
    for (const host of hosts[name]!) {
      put(service, { type: 'edge', spec: { url: `https://${host}`, edge: edges[name]! } });
    }
  }
  put(service, { type: 'ephemeral', spec: { url: 'https://preview.example.com' } });
}

function put(service: World['service'], object: Pick<Stored, 'type' | 'spec'>): void {
  service.objects.put('outside', 'fixture', { kind: 'endpoint', id: service.newId('ep_'), ...object });
}

/** Writes a workspace of a few resources: up to two environments, presets, secrets, competing selectors. */
export function writeWorkspace(world: World, random: Random): void {
  const { workspace, environments, secrets } = world;
  secrets.set('LOGIN', 'first-secret-of-login');
  secrets.set('OTHER', 'other-secret-of-login');
  secrets.set('HOOK', 'secret-of-the-webhook');
  workspace.writeSettings({
    version: 1,
    ledger: { store: 'file', lineage: '7c0e9a52-3b1d-4f6e-9f0a-5d2c8b7e1a41' },
    secrets: [...secrets.keys()],
    lint: { preset: 'minimal' },
    safety: { max_deletes: 50, max_changed_percent: 100 },
  });
  for (const name of environments) {
    workspace.writeEnvironment(name, {
      vars: { domain: name === 'production' ? 'example.com' : 'staging.example.com', limit: 20 },
      ids: {
        'https-edge/main': edges[name]!,
        'backend/shop': `bkdhr_shop-${name}`,
        'backend/other': `bkdhr_other-${name}`,
        'ip-policy/office': `ipp_office-${name}`,
        'ip-policy/home': `ipp_home-${name}`,
        'certificate-authority/corp': `ca_corp-${name}`,
      },
      drift: random.pick(['report', 'report', 'revert']),
    });
  }
  workspace.add({
    kind: 'preset',
    name: 'login',
    spec: {
      oidc: {
        issuer: 'https://login.$(domain)',
        client_id: 'shop',
        client_secret: '$(secret:LOGIN)',
        scopes: ['openid', 'email'],
      },
    },
  });
  workspace.add({
    kind: 'preset',
    name: 'office',
    spec: { ip_restriction: { ip_policy_ids: ['ip-policy/office'] } },
  });
  const count = 2 + random.below(4);
  for (let index = 0; index < count; index++) addResource(world, random);
}

const matches = [
  '/',
  '/',
  '/admin',
  '/admin',
  '/admin/users',
  '/account',
  '/checkout',
  '/docs',
  'shop.$(domain)/admin',
  'admin.$(domain)',
  'shop.$(domain)',
];
const urls = [
  'https://www.$(domain)',
  'https://API.$(domain)',
  'https://*.$(domain)',
  'https://team.$(domain):443',
  'https://box.$(domain)',
  'https://inner.internal',
];

/** Adds a resource with a selector that no other in these files has; does nothing if all are taken. */
export function addResource({ workspace }: World, random: Random): void {
  const present = workspace.documents().map(({ document }) => document);
  const names = new Set(present.map(({ name }) => name));
  let number = 1;
  while (names.has(`thing-${number}`)) number++;
  const name = `thing-${number}`;
  const specs = present.map(({ spec }) => (spec ?? {}) as JsonMap);
  const what = random.below(10);
  if (what < 6) {
    const selector = {
      match_type: random.chance(0.8) ? 'path_prefix' : 'exact_path',
      match: random.pick(matches),
    };
    const match = random.chance(0.1) ? `${selector.match.replace(/\/$/, '')}/deeper` : selector.match;
    if (specs.some((spec) => spec['match'] === match)) return;
    const uses = random.some(['login', 'office'], 2);
    workspace.add({
      kind: 'https-route',
      name,
      ...(uses.length === 0 ? {} : { uses }),
      spec: {
        edge_id: 'https-edge/main',
        ...selector,
        match,
        backend: { backend_id: 'backend/shop' },
        ...drawModules(random, 2),
        ...drawTexts(random),
      },
    });
  } else if (what < 9) {
    const url = random.pick(urls);
    if (specs.some((spec) => spec['url'] === url)) return;
    workspace.add({
      kind: 'endpoint',
      name,
      spec: {
        url,
        ...(url.endsWith('.internal') ? { bindings: ['internal'] } : {}),
        ...(random.chance(0.6) ? { traffic_policy: drawPolicy(random) } : {}),
        ...drawTexts(random),
      },
    });
  } else {
    const hostports = [`db-${name}.$(domain):443`];
    workspace.add({
      kind: 'tls-edge',
      name,
      spec: {
        hostports,
        backend: { backend_id: 'backend/shop' },
        ...(random.chance(0.5)
          ? { mutual_tls: { certificate_authority_ids: ['certificate-authority/corp'] } }
          : {}),
        tls_termination: { terminate_at: 'edge', min_version: '1.2' },
      },
    });
  }
}

export function drawTexts(random: Random): JsonMap {
  return {
    ...(random.chance(0.3) ? { description: `text ${random.below(5)}` } : {}),
    ...(random.chance(0.2) ? { metadata: random.pick(['plain', '{"team":"shop"}', 'two\nlines']) } : {}),
  };
}

export const moduleNames = [
  'ip_restriction',
  'circuit_breaker',
  'compression',
  'request_headers',
  'response_headers',
  'webhook_verification',
  'oauth',
  'oidc',
  'user_agent_filter',
  'traffic_policy',
  'websocket_tcp_converter',
] as const;

function drawModules(random: Random, most: number): JsonMap {
  return Object.fromEntries(random.some(moduleNames, most).map((name) => [name, drawModule(name, random)]));
}

export function drawModule(name: (typeof moduleNames)[number], random: Random): JsonMap {
  switch (name) {
    case 'ip_restriction':
      return {
        ip_policy_ids: random.chance(0.7) ? ['ip-policy/office'] : ['ip-policy/home', 'ip-policy/office'],
      };
    case 'circuit_breaker':
      return {
        error_threshold_percentage: random.pick([0.1, 0.5]),
        ...(random.chance(0.5)
          ? { tripped_duration: random.pick([10, 30]), volume_threshold: '$(limit)' }
          : {}),
      };
    case 'compression':
    case 'websocket_tcp_converter':
      return {};
    case 'request_headers':
      return {
        add: random.chance(0.3)
          ? { 'X-Upstream-Auth': 'Bearer $(secret:OTHER)' }
          : { 'X-From': random.pick(['a', 'b']), 'x-two': 'c' },
        ...(random.chance(0.5) ? { remove: ['X-Old', 'x-older'] } : {}),
      };
    case 'response_headers':
      return { add: { 'Strict-Transport-Security': `max-age=${random.pick([100, 200])}` } };
    case 'webhook_verification':
      return { provider: random.pick(['github', 'slack']), secret: '$(secret:HOOK)' };
    case 'oauth':
      return {
        provider: {
          google: {
            client_id: 'google-shop',
            client_secret: random.pick(['$(secret:LOGIN)', '$(secret:OTHER)']),
            email_domains: random.chance(0.7) ? ['example.com'] : ['example.com', 'example.org'],
            ...(random.chance(0.4) ? { scopes: ['openid', 'profile'] } : {}),
          },
        },
        ...(random.chance(0.4) ? { maximum_duration: random.pick([600, 3600]) } : {}),
      };
    case 'oidc':
      return {
        issuer: 'https://login.$(domain)',
        client_id: random.pick(['shop', 'other']),
        client_secret: random.pick(['$(secret:LOGIN)', '$(secret:OTHER)']),
        scopes: random.pick([['openid'], ['openid', 'email']]),
        ...(random.chance(0.4) ? { inactivity_timeout: random.pick([600, 3600]) } : {}),
      };
    case 'user_agent_filter':
      return { enabled: true, deny: random.chance(0.5) ? ['(?i)bot'] : ['curl', '(?i)bot'] };
    case 'traffic_policy':
      return { value: drawPolicy(random) };
  }
}

export function drawPolicy(random: Random): JsonMap {
  const actions = [
    { type: 'restrict-ips', config: { enforce: true, allow: ['10.0.0.0/8'] } },
    { type: 'jwt-validation', config: { issuer: { allow_list: [{ value: 'https://login.example.com' }] } } },
    { type: 'add-headers', config: { headers: { 'x-added': random.pick(['1', '2']) } } },
    { type: 'add-headers', config: { headers: { authorization: 'Bearer $(secret:OTHER)' } } },
  ];
  const chosen = random.some(actions, 2);
  const all = chosen.length === 0 ? [actions[2]!] : chosen;
  const onward = random.chance(0.15)
    ? [{ type: 'forward-internal', config: { url: 'https://inner.internal' } }]
    : [];
  return { on_http_request: [{ actions: [...all, ...onward] }] };
}
