/** All askers agree whether a module applies, for each module of each kind and each form of its `enabled`. */
import { expect, test } from 'vitest';
import { activeModule, enabledModule, moduleState } from '../../src/derive/module-state.ts';
import { trafficReferences } from '../../src/routing/graph/assemble.ts';
import { kindNames, kinds } from '../../src/kinds/index.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import type { Spec } from '../../src/model/value.ts';
import { lessProtected, lostBetween } from '../../src/plan/exposure/less-protected.ts';
import { protectingModules } from '../../src/routing/protecting-modules.ts';
import { protectionOf } from '../../src/routing/protection.ts';
import { edgesOf } from '../../src/routing/edges.ts';
import { openSide } from '../../src/routing/traffic/side-index.ts';
import type { SimulationEvent } from '../../src/model/traffic/simulation.ts';
import { guardingModules, responseModules, upstreamModules } from '../../src/simulate/modules.ts';
import { openSimulator } from '../../src/simulate/simulate.ts';

const settings: Readonly<Record<string, Spec>> = {
  backend: { backend_id: 'bkdhd_1' },
  ip_restriction: { ip_policy_ids: ['ipp_1'] },
  mutual_tls: { certificate_authority_ids: ['ca_1'] },
  traffic_policy: {
    value:
      '{"on_tcp_connect":[{"actions":[{"type":"deny"}]}],"on_http_request":[{"actions":[{"type":"deny"}]}]}',
  },
  user_agent_filter: { deny: ['curl'] },
  tls_termination: { terminate_at: 'edge', min_version: '1.2' },
  request_headers: { remove: ['x-user'] },
};

/** What api.md says: a module without `enabled` is on, but for the user agent filter, of which nothing is stated. */
function stateOf(name: string, enabled: boolean | undefined): string {
  if (enabled !== undefined) return enabled ? 'on' : 'off';
  return name === 'user_agent_filter' ? 'unknown' : 'on';
}

const simulatedModules = { ...guardingModules, ...upstreamModules, ...responseModules };

const cases = kindNames.flatMap((kind) =>
  Object.entries(kinds[kind].fields)
    .filter(([, { type }]) => type === 'module')
    .flatMap(([name]) => [true, false, undefined].map((enabled) => [kind, name, enabled] as const)),
);

test.each(cases)('%s with %s whose `enabled` is %s', (kind, name, enabled) => {
  const expected = stateOf(name, enabled);
  const spec = specOf(kind, name, enabled);
  expect(moduleState(spec, name)).toBe(expected);
  expect(enabledModule(spec, name) !== undefined).toBe(expected === 'on');
  expect(activeModule(spec, name) !== undefined).toBe(expected !== 'off');

  const isGuard = protectingModules(kind).includes(name) || name === 'traffic_policy';
  expect(protectionOf({ kind, spec })).toEqual(isGuard && expected === 'on' ? [name] : []);

  if (Object.hasOwn(simulatedModules, name))
    expect(
      simulated(
        kind,
        { ...identities[kind], backend: { backend_id: 'bkdhd_1' }, [name]: spec[name] ?? null },
        name,
      ),
    ).toBe(expected);

  const isDrawn = trafficReferences(kind, spec).some(({ through }) => through === name);
  const isReference = ['backend', 'ip_restriction', 'mutual_tls'].includes(name);
  expect(isDrawn).toBe(isReference && expected !== 'off');
});

const guarding = cases.filter(
  ([kind, name]) =>
    protectingModules(kind).includes(name) ||
    ['traffic_policy', 'user_agent_filter', 'tls_termination', 'request_headers'].includes(name),
);

test.each(guarding)('the gate on the loss of %s %s whose `enabled` is %s', (kind, name, enabled) => {
  const spec = specOf(kind, name, enabled);
  const isThere = stateOf(name, enabled) !== 'off';
  const without = specOf(kind, name, false);
  expect(lessProtected({ kind, before: spec, after: {} }).length > 0, 'removed').toBe(isThere);
  expect(lessProtected({ kind, before: spec, after: without }).length > 0, 'turned off').toBe(isThere);
  expect(lessProtected({ kind, before: spec, after: spec }), 'as before').toEqual([]);
  const isUnsure = stateOf(name, undefined) === 'unknown';
  expect(
    lessProtected({ kind, before: specOf(kind, name, true), after: specOf(kind, name, undefined) }).length >
      0,
  ).toBe(isUnsure);
  expect(lessProtected({ kind, before: without, after: spec }), 'turned on').toEqual([]);
});

test.each(guarding.filter(([kind, name]) => protectingModules(kind).includes(name)))(
  'the gate on another object in place of %s with %s whose `enabled` is %s',
  (kind, name, enabled) => {
    const from = { address: `${kind}/from`, kind, spec: specOf(kind, name, enabled) } as const;
    const to = { address: `${kind}/to`, kind, spec: specOf(kind, name, false) } as const;
    expect(lostBetween(from, to).length > 0).toBe(stateOf(name, enabled) !== 'off');
  },
);

function specOf(kind: KindName, name: string, enabled: boolean | undefined): Spec {
  const module = { ...settings[name], ...(enabled === undefined ? {} : { enabled }) };
  return { ...identities[kind], [name]: module };
}

const identities: Readonly<Record<KindName, Spec>> = {
  endpoint: { url: 'https://a.example.com' },
  'https-route': { edge_id: 'edghts_1', match_type: 'path_prefix', match: '/' },
  'tls-edge': { hostports: ['a.example.com:443'] },
};

/** Whether the engine asks a module, as events tell. */
function simulated(kind: KindName, spec: Spec, name: string): 'off' | 'on' | 'unknown' {
  const side = openSide({ servers: [{ address: `${kind}/it`, kind, spec }], edges: edgesOf([], []) });
  const facts = {
    method: 'GET',
    url: urls[kind],
    headers: new Map<string, readonly string[]>(),
    from: {},
    given,
  };
  const events = [...openSimulator({ side, nameOf: (id) => id })(facts)].flatMap((one) => one.events);
  const isAt = (one: SimulationEvent): boolean => 'at' in one && one.at.path[0] === name;
  if (events.some((one) => one.code === 'off' && isAt(one))) return 'off';
  const isUnsure = (one: SimulationEvent): boolean =>
    one.code === 'undecided' && one.unknown.of === `${name}.enabled`;
  return events.some((one) => isUnsure(one)) ? 'unknown' : 'on';
}

const given = {
  ip_restriction: 'allowed',
  signature: 'valid',
  login: { email: 'ann@example.com' },
  client_certificate: {},
} as const;

const urls: Readonly<Record<KindName, string>> = {
  endpoint: 'https://a.example.com/',
  'https-route': 'https-edge/edghts_1/',
  'tls-edge': 'tls://a.example.com:443',
};
