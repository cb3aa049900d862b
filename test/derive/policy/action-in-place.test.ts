/**
 * An action in the place of a rule, `{ type, config }`, is a rule with this action alone: everybody who reads policies
 * reads both forms alike.
 */
import { describe, expect, test } from 'vitest';
import type { Files } from '../../lint/workspace-of.ts';
import { answersOf, filesWith, indented, refusalsOf } from './askers.ts';

const serve = '{ type: forward-internal, config: { url: https://shop.internal } }';
const page = '{ type: custom-response, config: { status_code: 200, body: hello } }';
const office = '{ type: restrict-ips, config: { allow: [198.51.100.0/24] } }';

/** Actions before and after a change that opens something. */
const weakenings: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
  'a list of networks is gone': [[office, serve], [serve]],
  'a network more': [
    [office, serve],
    ['{ type: restrict-ips, config: { allow: [198.51.100.0/24, 203.0.113.0/24] } }', serve],
  ],
  'networks are only reported': [
    [office, serve],
    ['{ type: restrict-ips, config: { allow: [198.51.100.0/24], enforce: false } }', serve],
  ],
  'a password is gone': [
    ['{ type: basic-auth, config: { credentials: [ann:secret-of-ann] } }', serve],
    [serve],
  ],
  'a user more': [
    ['{ type: basic-auth, config: { credentials: [ann:secret-of-ann] } }', serve],
    ['{ type: basic-auth, config: { credentials: [ann:secret-of-ann, eve:secret-of-eve] } }', serve],
  ],
  'a login is gone': [['{ type: oauth, config: { provider: google } }', serve], [serve]],
  'another login': [
    ['{ type: oauth, config: { provider: google } }', serve],
    ['{ type: oauth, config: { provider: github } }', serve],
  ],
  'a signature is gone': [
    ['{ type: verify-webhook, config: { provider: github, secret: $(secret:WEBHOOK_SECRET) } }', serve],
    [serve],
  ],
  'a limit is gone': [
    [
      '{ type: rate-limit, config: { name: a, algorithm: sliding_window, capacity: 5, rate: 60s, bucket_key: [conn.client_ip] } }',
      serve,
    ],
    [serve],
  ],
  'a refusal is gone': [['{ type: deny }', serve], [serve]],
  'a refusal is off': [
    ['{ type: deny }', serve],
    ['{ type: deny, config: { enabled: false } }', serve],
  ],
  'a page that refuses is gone': [
    ['{ type: custom-response, config: { status_code: 403 } }', serve],
    [serve],
  ],
  'a guard behind the forward': [
    [office, serve],
    [serve, office],
  ],
  'an internal endpoint that the client names': [
    [serve],
    [`{ type: forward-internal, config: { url: "https://\${req.headers['x-shop'][0]}.internal" } }`],
  ],
  'a token is gone': [
    [
      '{ type: jwt-validation, config: { issuer: { allow_list: [{ value: https://id.example.com }] }, audience: { allow_list: [{ value: shop }] }, http: { tokens: [{ type: jwt, method: header, name: authorization, prefix: "Bearer " }] }, jws: { allowed_algorithms: [RS256], keys: { sources: { additional_jkus: [https://id.example.com/keys] } } } } }',
      serve,
    ],
    [serve],
  ],
};

function inPlace(actions: readonly string[]): Files {
  return filesWith(`traffic_policy:\n  on_http_request:\n${indented(listed(actions), 4)}`);
}

function inRules(actions: readonly string[]): Files {
  return inPlace(actions.map((action) => `{ actions: [${action}] }`));
}

function listed(items: readonly string[]): string {
  return items.map((item) => `- ${item}\n`).join('');
}

describe.each(Object.entries(weakenings))('%s', (_, [before, after]) => {
  test('is refused in both forms, and from one to the other', () => {
    const refusals = refusalsOf(inRules(before), inRules(after));
    expect(refusals).not.toEqual([]);
    expect(refusalsOf(inPlace(before), inPlace(after))).toEqual(refusals);
    expect(refusalsOf(inRules(before), inPlace(after))).toEqual(refusals);
    expect(refusalsOf(inPlace(before), inRules(after))).toEqual(refusals);
  });

  test.each([before, after])('has the same answers in both forms: %s', (...actions) => {
    const { findings, ...answers } = answersOf(inRules(actions));
    // A finding about the whole rule.
    const same = findings.map(([rule, message, at]) => [
      rule,
      message,
      at.replace(/^\{ actions: \[(.*)\] \}$/, '$1'),
    ]);
    expect(answersOf(inPlace(actions))).toEqual({ ...answers, findings: same });
  });
});

test('the other form alone is no change of protection', () => {
  for (const [before] of Object.values(weakenings))
    expect(refusalsOf(inRules(before), inPlace(before))).toEqual([]);
});

test('a page in the place of a rule answers before the refusal behind it', () => {
  expect(answersOf(inPlace([page, '{ type: deny }'])).tests).toEqual({ 200: 'ok', 403: 'failed' });
});

test('a secret in it is found', () => {
  const shown = '{ type: custom-response, config: { status_code: 200, body: $(secret:CLIENT_SECRET) } }';
  const found = answersOf(inPlace([shown])).findings;
  expect(found).toContainEqual(['secret-shown', expect.stringContaining('CLIENT_SECRET'), expect.anything()]);
  expect(found).toEqual(answersOf(inRules([shown])).findings);
});

describe('with a key beside it', () => {
  const keys = [
    'expressions: ["req.url.path == \'/\'"]',
    'name: office',
    'enabled: true',
    'enabled: false',
    'description: for the office',
  ];

  test.each(keys)('%s: whether it runs is not known', (key) => {
    const guard = `{ ${key}, type: deny }`;
    const { tests, protection, findings } = answersOf(inPlace([guard, page]));
    expect(tests).toEqual({ 200: 'undecided', 403: 'undecided' });
    expect(protection).toEqual([]);
    const name = key.slice(0, key.indexOf(':'));
    expect(findings).toContainEqual(['traffic-policy-shape', `\`${name}\` is not a key of an action`, name]);
  });

  test.each(keys)('%s: a guard that gets it is refused, as is one that is removed with it', (key) => {
    const guard = `{ ${key}, type: deny }`;
    expect(refusalsOf(inPlace(['{ type: deny }', page]), inPlace([guard, page]))).not.toEqual([]);
    expect(refusalsOf(inPlace([guard, page]), inPlace([page]))).not.toEqual([]);
  });
});
