/**
 * The gate and the engine are two models of who may pass. What the gate calls protected must not end at a backend
 * without a fact that the protection asks for: with none given, no such request is certainly served.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { edgesOf } from '../../src/routing/edges.ts';
import { isDeepStrictEqual } from 'node:util';
import { actionsIn } from '../../src/derive/policy/policy-actions.ts';
import { guardsOf, handsOn, type Guard } from '../../src/derive/policy/policy-guards.ts';
import { isUnswitched } from '../../src/derive/policy/policy-switches.ts';
import type { SimulatedOutcome } from '../../src/model/traffic/simulation.ts';
import type { TrafficServer } from '../../src/routing/traffic-server.ts';
import { moduleProtection } from '../../src/routing/protecting-modules.ts';
import { openSide } from '../../src/routing/traffic/side-index.ts';
import { openSimulator } from '../../src/simulate/simulate.ts';
import { runs } from '../runs.ts';

const enabled = fc.option(fc.boolean(), { nil: undefined });
// Mostly without it: of a resource with all modules, each outcome is a refusal.
const module = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.record({ enabled, ...fields }) },
  );

const target = 'https://inner.internal';
// Each is true of the request below, but for the last.
const expressions = fc.constantFrom(
  undefined,
  [],
  ['true'],
  ["req.method == 'GET'"],
  ["req.url.path.startsWith('/')", 'true'],
  [elsewhere()],
);
const switches = fc.constantFrom({}, {}, {}, { enabled: true }, { enabled: false }, { disabled: true });
const enforced = fc.constantFrom({}, {}, { enforce: false }, { enforce: true });

const actions = fc
  .tuple(
    fc.oneof(
      action('deny', {}),
      action('deny', { status_code: 404 }),
      action('close-connection', {}),
      action('basic-auth', { credentials: ['ann:secret'] }),
      action('oauth', { provider: 'google' }),
      action('openid-connect', {
        issuer_url: 'https://login.example.com',
        client_id: 'a',
        client_secret: 'b',
      }),
      action('saml', { idp_metadata: '<x/>' }),
      action('jwt-validation', {
        issuer: { allow_list: [{ value: 'https://login.example.com' }] },
        http: { tokens: [{ type: 'jwt', method: 'header', name: 'authorization', prefix: 'Bearer ' }] },
      }),
      action('restrict-ips', { allow: ['10.0.0.0/8'] }),
      action('restrict-ips', { deny: ['10.0.0.0/8'] }),
      action('restrict-ips', { ip_policies: ['ipp_1'] }),
      action('verify-webhook', { provider: 'github', secret: 'x' }),
    ),
    enforced,
  )
  .map(([{ type, config }, more]) => ({ type, config: { ...config, ...more } }));
const others = fc.oneof(
  { weight: 3, arbitrary: action('forward-internal', { url: target }) },
  action('forward-internal', { url: target, on_error: 'continue' }),
  action('add-headers', { headers: { 'x-user': '${req.method}' } }),
  action('set-vars', { vars: [{ one: '1' }] }),
  action('url-rewrite', { from: '/a', to: '/b' }),
  action('rate-limit', {
    name: 'all',
    algorithm: 'sliding_window',
    capacity: 5,
    rate: '60s',
    bucket_key: [],
  }),
  action('log', { metadata: { one: 'x' } }),
  action('redirect', { from: '/a/b', to: '/', status_code: 301 }),
  action('custom-response', { status_code: 200, body: 'hello' }),
);
const rules = fc.array(
  fc.record({
    expressions,
    switched: switches,
    actions: fc.array(
      fc.tuple(fc.oneof(actions, others), switches).map(([one, switched]) => ({
        ...one,
        ...switched,
      })),
      { minLength: 1, maxLength: 2 },
    ),
  }),
  { maxLength: 2 },
);
const policies = rules.map((all) =>
  JSON.stringify({ on_http_request: all.map(({ switched, ...rule }) => ({ ...rule, ...switched })) }),
);

function action(
  type: string,
  config: object,
): fc.Arbitrary<{ readonly type: string; readonly config: object }> {
  return fc.constant({ type, config });
}

function elsewhere(): string {
  return "req.method == 'POST'";
}

const routes = fc.record({
  edge_id: fc.constant('edge'),
  match_type: fc.constantFrom('exact_path', 'path_prefix'),
  match: fc.constantFrom('/', '/a', '/a/b'),
  backend: fc.constant({ backend_id: 'backend' }),
  ip_restriction: module({ ip_policy_ids: fc.constant(['ipp_1']) }),
  oauth: module({ provider: fc.constant({ google: { email_domains: ['example.com'] } }) }),
  oidc: module({ issuer: fc.constant('https://login.example.com') }),
  saml: module({ idp_metadata: fc.constant('<x/>') }),
  webhook_verification: module({ provider: fc.constant('github') }),
  compression: module({}),
  traffic_policy: fc.option(fc.record({ enabled, value: policies }), { nil: undefined }),
});
/** An endpoint that only other policies reach. */
const inner = policies.map((traffic_policy) => ({
  address: 'endpoint/inner' as const,
  kind: 'endpoint' as const,
  spec: { type: 'agent', url: target, bindings: ['internal'], traffic_policy },
}));

interface Sample {
  readonly servers: readonly TrafficServer[];
  readonly path: string;
}

const samples = fc
  .record({
    specs: fc.array(routes, { minLength: 1, maxLength: 4 }),
    inner,
    path: fc.constantFrom('/', '/a', '/a/b'),
  })
  .map(({ specs, path, inner: endpoint }): Sample => {
    const of = specs.map((spec, index) => ({
      address: `https-route/r${index}` as const,
      kind: 'https-route' as const,
      spec,
    }));
    return { path, servers: JSON.parse(JSON.stringify([...of, endpoint])) as readonly TrafficServer[] };
  });

/** Whether the gate calls an object protected from a GET: by modules, or by a guard that this request gets to. */
function isProtected({ kind, spec }: TrafficServer): boolean {
  if (moduleProtection({ kind, spec }).length > 0) return true;
  const actions = actionsIn(spec);
  const forward = actions.findIndex(({ type }) => handsOn(type));
  const isFirst = ({ inside }: Guard): boolean =>
    forward === -1 || actions.findIndex((one) => isDeepStrictEqual(one.inside, inside)) < forward;
  return guardsOf(spec).some(
    (guard) => isFirst(guard) && isUnswitched(guard) && !guard.expressions.includes(elsewhere()),
  );
}

/** The resources that a request reaches, in order. */
function reached({ events }: SimulatedOutcome): readonly string[] {
  return events.flatMap((event) => {
    if (event.code === 'selected') return [event.address];
    return event.code === 'forwarded' && event.to !== undefined ? [event.to] : [];
  });
}

test('a protected resource is not certainly served to everybody', () => {
  const seen = { modules: 0, policies: 0, targets: 0 };
  fc.assert(
    fc.property(samples, ({ servers, path }) => {
      const side = openSide({ servers, edges: edgesOf([], []) });
      const facts = {
        method: 'GET',
        url: `https-edge/edge${path}`,
        headers: new Map(),
        from: {},
        given: {},
      };
      const outcomes = [...openSimulator({ side, nameOf: (id) => id })(facts)];
      const served = outcomes.filter(({ request }) => request !== undefined);
      for (const outcome of served) {
        const chain = reached(outcome);
        const guarded = servers.filter((one) => chain.includes(one.address) && isProtected(one));
        for (const { address, kind, spec } of guarded) {
          seen[kind === 'endpoint' ? 'targets' : guardsOf(spec).length > 0 ? 'policies' : 'modules']++;
          // Only on the assumption of a fact that this resource needs.
          const assumed = outcome.events.some(
            (event) => event.code === 'undecided' && event.assumed && event.at?.address === address,
          );
          expect(assumed, `${address} serves ${path}: ${JSON.stringify(spec)}`).toBe(true);
        }
      }
    }),
    { numRuns: runs(6000) },
  );
  expect(Object.values(seen).filter((count) => count === 0)).toEqual([]);
});
