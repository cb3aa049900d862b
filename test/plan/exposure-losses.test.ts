/** Losses of modules one by one, and the words of conditions and of secrets. */
import { expect, test } from 'vitest';
import type { Spec } from '../../src/model/value.ts';
import { lessProtected } from '../../src/plan/exposure/less-protected.ts';
import { openingFact } from '../../src/plan/exposure/opening-fact.ts';
import { openings } from '../../src/plan/exposure/openings.ts';
import { conditionsOf } from '../../src/plan/exposure/shown-request.ts';
import { emptyConjunction } from '../../src/simulate/unknown/theory.ts';
import type { OpenWay } from '../../src/simulate/unknown/ways.ts';
import { keyOfAtom, Term, type Literal } from '../../src/simulate/unknown/term.ts';
import { openingOf } from '../../src/plan/exposure/opening-of.ts';
import type { Opening } from '../../src/plan/exposure/opening.ts';

const agentsOff = { code: 'module-off', module: 'user_agent_filter' };

test.each<readonly [string, Spec, Spec, unknown]>([
  ['a list of denied agents goes', { user_agent_filter: { deny: ['bot'] } }, {}, agentsOff],
  ['a list of allowed agents goes', { user_agent_filter: { allow: ['shop'] } }, {}, agentsOff],
  [
    'the login that follows another one lets preflights pass',
    { oidc: { issuer: 'https://login.example', client_id: 'shop' } },
    { oauth: { provider: { google: {} }, options_passthrough: true } },
    { code: 'options-pass', path: 'oauth.options_passthrough' },
  ],
  [
    'TLS ends at the upstream, which has a version of its own',
    { tls_termination: { min_version: '1.3' } },
    { tls_termination: { terminate_at: 'upstream', min_version: '1.3' } },
    { code: 'tls-upstream', version: '1.3' },
  ],
])('%s', (_, before, after, expected) => {
  expect(lessProtected({ kind: 'https-route', before, after })).toContainEqual(expected);
});

test('a provider in another letter case is the same one', () => {
  const hook = (provider: string): Spec => ({ webhook_verification: { provider, secret: '$(secret:HOOK)' } });
  expect(lessProtected({ kind: 'https-route', before: hook('GITHUB'), after: hook('github') })).toEqual([]);
  expect(
    lessProtected({ kind: 'https-route', before: hook('github'), after: hook('gitlab') }),
  ).toContainEqual({
    code: 'sender-changed',
    path: 'webhook_verification.provider',
    from: 'github',
  });
});

/** Too many ways to compare: each rule is met or not, whatever the others are. */
function largePolicy(last: string, indent = 0): Spec {
  const rules = Array.from({ length: 12 }, (_, at) => ({
    expressions: [`hasReqHeader('x-${at}')`],
    actions: [
      { type: 'rate-limit', config: { name: `limit ${at}`, capacity: 10, rate: '60s', bucket_key: [] } },
    ],
  }));
  const policy = { on_http_request: [...rules, { expressions: [last], actions: [{ type: 'deny' }] }] };
  return { url: 'https://app.example.com', traffic_policy: JSON.stringify(policy, null, indent) };
}

test('two policies that are too large to compare are equal as they are read, or not', () => {
  const [admin, none] = ["req.url.path == '/admin'", "req.url.path == '/none'"];
  expect(openings({ kind: 'endpoint', before: largePolicy(admin), after: largePolicy(admin, 2) })).toEqual({
    found: [],
    isComplete: true,
  });
  expect(
    openings({ kind: 'endpoint', before: largePolicy(admin), after: largePolicy(none) }).isComplete,
  ).toBe(false);
  expect(
    openings({
      kind: 'endpoint',
      before: largePolicy(admin),
      after: { ...largePolicy(admin, 2), url: 'https://www.example.com' },
    }).isComplete,
  ).toBe(false);
});

test('what an unknown action ends, another one lets through', () => {
  const way = (by: string): OpenWay => ({
    when: [],
    conjunction: emptyConjunction,
    end: { is: 'ended', by },
    events: [],
    headers: new Map(),
    url: '',
    body: '',
    response: new Map(),
    shown: new Set(),
    calls: [],
  });
  const old = { ways: [way('teleport')], isCut: false, texts: new Set<string>() };
  expect(openingOf(way('teleport'), way('teleport'), old)).toBeUndefined();
  expect(openingOf(way('teleport'), way('beam'), old)).toEqual({ kind: 'request' });
  const refused: OpenWay = { ...way(''), end: { is: 'kept-out', by: 'teleport' } };
  expect(openingOf(refused, way('teleport'), old)).toEqual({ kind: 'request' });
});

test('a member of a team is logged in: it is not said twice', () => {
  const literal = (name: string): Literal => {
    const atom = { is: 'true', of: new Term(() => false, name, { type: 'bool' }) } as const;
    return { atom, key: keyOfAtom(atom), holds: true };
  };
  const login = 'logged in with github';
  expect(conditionsOf([literal(login), literal(`${login}, team ops`)])).toEqual([`${login}, team ops`]);
  expect(conditionsOf([literal(login)])).toEqual([login]);
});

test('a pattern is told as an expression', () => {
  const of = new Term(() => false, 'header x-env', { type: 'string' });
  const atom = { is: 'matching', of, text: '^dev' } as const;
  expect(conditionsOf([{ atom, key: keyOfAtom(atom), holds: true }])).toEqual([
    "req.headers['x-env'][0].matches('^dev')",
  ]);
});

test('a secret that is sent is named, with its target', () => {
  const end = { is: 'delivered', to: 'https://app.internal', isAnswered: true } as const;
  const opening = {
    kind: 'secret',
    secret: { name: 'TOKEN', to: 'https://hooks.example' },
    when: [],
    always: new Set(),
    was: { end },
    willBe: { end },
  } as unknown as Opening;
  expect(openingFact(opening, 'https://any.example')).toEqual({
    code: 'secret-sent',
    secret: 'TOKEN',
    to: 'https://hooks.example',
    conditions: [],
  });
});
