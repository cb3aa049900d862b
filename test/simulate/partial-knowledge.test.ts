/**
 * Expressions of which some parts are not known: secrets, chance, results of actions, facts that a test does not give.
 */
import { expect, test } from 'vitest';
import type { Contradiction } from '../../src/model/traffic/contradiction.ts';
import { expressionReader, fillIn, wholeValue } from '../../src/simulate/expressions.ts';
import { RandomNumbers } from '../../src/simulate/functions/random.ts';
import { asText } from '../../src/simulate/scope-values.ts';
import { isUnknownValue, type Knowable } from '../../src/model/traffic/unknown.ts';

const expressionOf = expressionReader();

/** A value as text, or the key that decides it, or the reason why nothing does. */
function textOf(value: Knowable<unknown>): string {
  if (!isUnknownValue(value)) return asText(value);
  const { give, why, of } = value.unknown;
  return give ?? `${why}: ${of}`;
}

type Variables = Readonly<Record<string, unknown>>;

function valueOf(expression: string, variables: Variables = {}): string {
  return textOf(expressionOf(expression).evaluate({ read: (name) => variables[name] }));
}

const key = 'given.secrets.KEY';

test.each([
  // Equal to itself, and to nothing else for certain.
  ["'$(secret:KEY)' == '$(secret:KEY)'", 'true'],
  ["'$(secret:KEY)' != '$(secret:KEY)'", 'false'],
  ["'$(secret:KEY)' == 'x'", key],
  ["'$(secret:KEY)' == '$(secret:OTHER)'", key],
  ["'$(secret:KEY)' == ''", key],
  ["'$(secret:KEY)' == 1", 'false'],
  ["'$(secret:KEY)' == null", 'false'],
  // Carried through.
  ["'Bearer ' + '$(secret:KEY)' == 'Bearer $(secret:KEY)'", 'true'],
  ["('$(secret:KEY)' + 'x').lower() == '$(secret:KEY)x'.lower()", 'true'],
  ["'$(secret:KEY)'.sha256() == '$(secret:KEY)'.sha1()", key],
  ["basic_auth.encode('ann', '$(secret:KEY)') == basic_auth.encode('ann', '$(secret:KEY)')", 'true'],
  ["basic_auth.encode('ann', '$(secret:KEY)') == basic_auth.encode('bob', '$(secret:KEY)')", key],
  ["['a', '$(secret:KEY)'].join(',') == 'a,$(secret:KEY)'", 'true'],
  ["secrets.get('vault', 'name') == secrets.get('vault', 'name')", 'true'],
  ["secrets.get('vault', 'name') == 'x'", 'given.secrets.vault/name'],
  ["cel.bind(x, '$(secret:KEY)', x == '$(secret:KEY)')", 'true'],
  // Everything else needs the value.
  ["'$(secret:KEY)'.contains('KEY')", key],
  ["'$(secret:KEY)'.startsWith('$')", key],
  ["size('$(secret:KEY)') > 3", key],
  ["'$(secret:KEY)' < 'b'", key],
  ["'$(secret:KEY)'.matches('.')", key],
  ["'$(secret:KEY)'.substring(0, 1) == '$(secret:KEY)'.substring(0, 1)", key],
  ["'x' in ['a', '$(secret:KEY)']", key],
  ["'a' in ['$(secret:KEY)', 'a']", 'true'],
  ["'a' in {'$(secret:KEY)': 1}", key],
  ["['$(secret:KEY)'].sort()[0] == '$(secret:KEY)'", 'true'],
  ["['a', '$(secret:KEY)'].sort()[0]", key],
  ["json.encode(['$(secret:KEY)'])", key],
  ["'%s'.format(['$(secret:KEY)'])", key],
  ['$(secret:KEY) > 3', key],
  // Where it does not matter, it is not asked for.
  ["false && '$(secret:KEY)' == 'x'", 'false'],
  ["'$(secret:KEY)' == 'x' || true", 'true'],
])('%s is %s', (expression, value) => {
  expect(valueOf(expression)).toBe(value);
});

test('a stand-in decides', () => {
  const variables = { 'given.secrets': new Map([['KEY', '7']]) };
  expect(valueOf("'a$(secret:KEY)' == 'a7'", variables)).toBe('true');
  expect(valueOf("'$(secret:KEY)'.contains('KEY')", variables)).toBe('false');
  expect(valueOf('$(secret:KEY) > 3', variables)).toBe('true');
  expect(valueOf("'$(secret:OTHER)' == 'a'", variables)).toBe('given.secrets.OTHER');
});

test('a variable of the policy carries a secret, alone and in a text', () => {
  const scope = { read: () => undefined };
  for (const text of [
    '$(secret:KEY)',
    "${'$(secret:KEY)'}",
    "${secrets.get('v', 'n')}",
    'a ${1}-$(secret:KEY)',
  ]) {
    const value = wholeValue(text, scope, expressionOf);
    expect(isUnknownValue(value), text).toBe(true);
    const again = { vars: { x: value, y: wholeValue(text, scope, expressionOf) } };
    expect(valueOf('vars.x == vars.y', again)).toBe('true');
    expect(valueOf("vars.x == 'a'", again)).toMatch(/^given\.secrets\./);
    expect(valueOf("[vars.x, 'b'] == [vars.y, 'c']", again)).toBe('false');
  }
});

test('a text with a value that depends on a secret is unknown', () => {
  const scope = { read: () => undefined };
  expect(textOf(fillIn("a ${['$(secret:KEY)']} b", scope, expressionOf))).toBe(key);
  expect(textOf(fillIn('a ${1 + 1} b', scope, expressionOf))).toBe('a 2 b');
});

function random(given: number | readonly number[] | undefined): {
  readonly variables: Variables;
  readonly contradictions: Contradiction[];
} {
  const contradictions: Contradiction[] = [];
  const numbers = new RandomNumbers(given, (one) => void contradictions.push(one));
  return { variables: { 'given.random': numbers }, contradictions };
}

test('one number is that of all calls, a list that of each', () => {
  expect(valueOf('[rand.double(), rand.double()]', random(0.5).variables)).toBe('[0.5,0.5]');
  expect(valueOf('[rand.double(), double(rand.int(1, 9))]', random([0.25, 7]).variables)).toBe('[0.25,7]');
  expect(valueOf('[rand.int(), rand.int()]', random([1]).variables)).toBe('given.random[1]');
  expect(valueOf('rand.int() == 1', random(undefined).variables)).toBe('given.random');
  expect(valueOf('rand.double() < 0.2')).toBe('given.random');
});

test.each([
  ['rand.double()', 1.5, 'a number from 0 to 1'],
  ['rand.int(0, 5)', 6, 'an integer from 0 to 5'],
  ['rand.int()', 0.5, 'an integer from 0 to 1'],
])('%s does not return %d', (call, number, returns) => {
  const { variables, contradictions } = random(number);
  expect(valueOf(call, variables)).toBe('given.random');
  expect(contradictions).toMatchObject([{ code: 'out-of-range', number, returns }]);
});

test('a call of no number fails', () => {
  expect(valueOf('rand.int(5, 1)', random(3).variables)).toMatch(/^expression-fails/);
});

test.each([
  ['req.headers.host', { 'req.headers': new Map() }, '`req.headers` has no key `host`'],
  ["req.headers['x'][0]", { 'req.headers': new Map([['x', []]]) }, "`req.headers['x']` has no items"],
  ['req.url.port', {}, '`req.url.port` has no value here'],
  ['actions.ngrok.oauth.identity.email', { actions: {} }, 'its action did not run before'],
  ['actions.ngrok.oauth.error.code', { actions: { oauth: {} } }, 'has no value after this run of its action'],
  ['actions.ngrok.oauth.frob', { actions: { oauth: {} } }, 'has no value after this run of its action'],
  ['vars.x', { vars: {} }, '`vars.x` has no value here'],
  ['frob', {}, '`frob` is not a variable'],
  ['req.url.path.frob', { 'req.url.path': '/' }, '`req.url.path` is of type string'],
])('%s says why it has no value', (expression, variables, reason) => {
  expect(valueOf(expression, variables)).toContain(reason);
});

test('a documented result that the engine does not give is not computed', () => {
  const variables = { actions: { oauth: {} } };
  expect(valueOf('actions.ngrok.oauth.identity', variables)).toMatch(/^not-computed/);
  expect(valueOf('has(actions.ngrok.oauth.error)', variables)).toBe('false');
  expect(valueOf('has(actions.ngrok.oauth.identity)', { actions: {} })).toBe('false');
});

test('a list of header values is not compared with a text', () => {
  const variables = { 'req.headers': new Map([['a', ['1']]]), 'req.method': 'GET' };
  expect(valueOf("getReqHeader('a') == '1'", variables)).toMatch(/^expression-fails/);
  expect(valueOf("req.method == 'GET' || getReqHeader('a') == '1'", variables)).toBe('true');
  expect(valueOf("getReqHeader('a') == ['1']", variables)).toBe('true');
  expect(valueOf('req.method == 1', variables)).toMatch(/^expression-fails/);
});

test('the fact that can be given is asked for, whatever else is the matter', () => {
  expect(valueOf("'a'.frob() || 1 / 0 == 1 || rand.int() == 1")).toBe('given.random');
  expect(valueOf("rand.int() == 1 && 'a'.frob()")).toBe('given.random');
  expect(valueOf('[1, 2].exists(x, x == 3 || rand.int() == x)')).toBe('given.random');
});

test('an expression that goes over too much stops', () => {
  const inner = (body: string): string => `lists.range(1000).all(x, ${body})`;
  expect(valueOf(inner(inner(inner('true'))))).toMatch(/^limit/);
});
