/** Policies of thousands of rules: comparing two of them takes work in proportion to their size, whatever changes. */
import { growth, mostGrowth, workOf } from '../work.ts';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/value.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import { plan } from '../../src/plan/plan.ts';
import { baseInput, type PlanCase } from './plan-case.ts';

type Rule = JsonObject;
type Rules = (size: number) => readonly Rule[];

function denied(...expressions: readonly string[]): Rule {
  return { expressions, actions: [{ type: 'deny' }] };
}

function each(rule: (index: number) => Rule): Rules {
  return (size) => Array.from({ length: size }, (_, index) => rule(index));
}

const paths = each((at) => denied(`req.url.path.startsWith('/p${at}/ab') && req.method == 'POST'`));
const forwards = each((at) => ({
  expressions: [`req.url.path.startsWith('/p${at}/')`],
  actions: [{ type: 'forward-internal', config: { url: `https://a${at}.internal` } }],
}));
const headers = each((at) => ({
  expressions: [`req.url.path.startsWith('/p${at}/')`],
  actions: [
    { type: 'add-headers', config: { headers: { [`x-user-${at}`]: 'ann' } } },
    { type: 'remove-headers', config: { headers: ['x-auth'] } },
    { type: 'url-rewrite', config: { from: `/a${at}`, to: `/b${at}` } },
  ],
}));
const limits = each((at) => ({
  actions: [{ type: 'rate-limit', config: { capacity: at + 1, rate: '1m' } }],
}));
const variables: Rules = (size) =>
  each((at) => ({ actions: [{ type: 'set-vars', config: { vars: [{ [`v${at}`]: 'x' }] } }] }))(size).flatMap(
    (rule, at) => [rule, denied(`vars.v${at} == '1'`)],
  );
const addresses: Rules = (size) => [
  {
    actions: [
      {
        type: 'restrict-ips',
        config: { allow: paths(size).map((_, at) => `10.${at >> 8}.${at & 255}.0/24`) },
      },
      { type: 'basic-auth', config: { credentials: paths(size).map((_, at) => `u${at}:$(secret:P)`) } },
    ],
  },
];
const logged: Rule = { actions: [{ type: 'log' }] };
const alternatives = (name: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `${name} == ${at}`).join(' || ');
const nines = each((at) => denied(alternatives(`a${at}`, 9), alternatives(`b${at}`, 9)));

const first =
  (rules: Rules): Rules =>
  (size) => [logged, ...rules(size)];

const changes: readonly (readonly [string, before: Rules, after: Rules])[] = [
  ['one more rule', paths, first(paths)],
  ['rules in another order', paths, (size) => paths(size).toReversed()],
  ['half of the rules', paths, (size) => paths(size).filter((_, at) => at % 2 === 0)],
  ['no rule', paths, () => []],
  [
    'conditions that are met more often',
    paths,
    each((at) => denied(`req.url.path.startsWith('/p${at}/a') || c`)),
  ],
  ['one rule many times', each(() => denied('a')), each(() => denied('a && b'))],
  [
    'expressions of one rule',
    (size) => [denied(...conditions(size, 'v'))],
    (size) => [denied(...conditions(size, 'w'))],
  ],
  ['alternatives that cannot be spread', nines, first(each((at) => denied(alternatives(`a${at}`, 9), 'c')))],
  [
    'forwards',
    (size) => [...forwards(size), ...paths(size)],
    first((size) => [...forwards(size), ...paths(size)]),
  ],
  [
    'forwards after what ends requests',
    (size) => [...paths(size), ...forwards(size)],
    (size) => [...paths(size), ...forwards(size + 1)],
  ],
  ['headers and rewrites', headers, (size) => headers(size).map((rule) => ({ ...rule, expressions: ['a'] }))],
  [
    'limits of all requests',
    limits,
    each((at) => ({ actions: [{ type: 'rate-limit', config: { capacity: at, rate: '1m' } }] })),
  ],
  ['variables that rules read', variables, first(variables)],
  [
    'secrets in conditions',
    each((at) => denied(`req.headers['x'] != '$(secret:S${at})'`)),
    each((at) => denied(`req.headers['y'] != '$(secret:S${at})'`)),
  ],
  ['addresses and credentials', addresses, (size) => addresses(size - 1)],
];

function conditions(size: number, value: string): readonly string[] {
  return Array.from({ length: size }, (_, at) => `x != '${value}${at}'`);
}

function planning(sides: Pick<PlanCase, 'was' | 'desired' | 'live'>): () => Plan {
  const input = baseInput({
    name: 'policies',
    secrets: { P: 'correct-horse-battery' },
    expect: '',
    ...sides,
  });
  return () => plan(input);
}

function spec(rules: readonly Rule[]): JsonObject {
  return { url: 'https://www.example.com', traffic_policy: JSON.stringify({ on_http_request: rules }) };
}

const size = 250;

test.each(changes)('%s', async (_name, before, after) => {
  const declared = (many: number): (() => void) =>
    planning({ was: { 'endpoint/one': spec(before(many)) }, desired: { 'endpoint/one': spec(after(many)) } });
  expect(await growth(declared, size)).toBeLessThan(mostGrowth);
});

test.each(changes)('live only: %s', async (_name, declared, live) => {
  const drifted = (many: number): (() => void) =>
    planning({ was: { 'endpoint/one': spec(declared(many)) }, live: { 'endpoint/one': spec(live(many)) } });
  expect(await growth(drifted, size)).toBeLessThan(mostGrowth);
});

test.each([
  ['in the files', (was: Rules, is: Rules) => ({ was: spec(was(1)), desired: spec(is(1)) })],
  ['live only', (was: Rules, is: Rules) => ({ was: spec(was(1)), live: spec(is(1)) })],
])('two expressions of nine alternatives are compared in little work: %s', async (_name, sides) => {
  const fewer = each((at) => denied(alternatives(`a${at}`, 9), alternatives(`b${at}`, 8)));
  for (const [before, after] of [
    [nines, fewer],
    [fewer, nines],
    [nines, first(nines)],
    [paths, nines],
  ] as const) {
    const made = Object.entries(sides(before, after)).map(([side, one]) => [side, { 'endpoint/one': one }]);
    const work = planning(Object.fromEntries(made) as Pick<PlanCase, 'was' | 'desired' | 'live'>);
    work();
    expect(await workOf(work)).toBeLessThan(100_000);
  }
});

test('400 rules that all change are compared in bounded work', async () => {
  const work = planning({
    was: { 'endpoint/one': spec(paths(400)) },
    desired: { 'endpoint/one': spec(each((at) => denied(`req.url.path.startsWith('/q${at}')`))(400)) },
  });
  work();
  expect(await workOf(work)).toBeLessThan(10_000_000);
});

test('what cannot be compared within the limit needs an approval', () => {
  const many = 2000;
  const made = planning({
    was: { 'endpoint/one': spec(paths(many)) },
    desired: {
      'endpoint/one': spec(each((at) => denied(`req.url.path.startsWith('/p${at}/a') || c`))(many)),
    },
  })();
  expect(made.refusals.map(({ gate }) => gate)).toEqual(['exposure']);
  expect(made.steps[0]?.exposure?.reasons).toEqual([{ code: 'not-compared' }]);
});

test('thousands of rules that stay, beside one that is new, need no approval', () => {
  const many = 3000;
  const made = planning({
    was: { 'endpoint/one': spec([...variables(many), ...forwards(many), ...headers(many)]) },
    desired: { 'endpoint/one': spec([logged, ...variables(many), ...forwards(many), ...headers(many)]) },
  })();
  expect(made.refusals).toEqual([]);
});

test.each([
  ['negations', '!'.repeat(3999) + 'a'],
  ['parentheses', `${'('.repeat(1999)}a${')'.repeat(1999)}`],
  ['indexes', `a${'[0]'.repeat(1300)}`],
  ['lists', `a in ${'['.repeat(1900)}${']'.repeat(1900)}`],
  ['a long conjunction', Array.from({ length: 900 }, () => 'a').join('&&')],
  ['a long disjunction', Array.from({ length: 900 }, () => 'a').join('||')],
  ['conjunctions of disjunctions', Array.from({ length: 400 }, () => '(a||b)').join('&&')],
  ['negated disjunctions of conjunctions', `!(${Array.from({ length: 400 }, () => '(a&&b)').join('||')})`],
  ['a long text', `a == '${'x'.repeat(100_000)}'`],
])('a condition nested deeply or long is compared with itself alone: %s', async (_name, expression) => {
  const sides = (after: readonly Rule[]) => ({
    was: { 'endpoint/one': spec([denied(expression, expression)]) },
    desired: { 'endpoint/one': spec(after) },
  });
  const same = planning(sides([logged, denied(expression, expression)]));
  expect(same().refusals).toEqual([]);
  const lost = planning(sides([denied(`b && (${expression})`)]));
  expect(lost().refusals.map(({ gate }) => gate)).toEqual(['exposure']);
  expect(await workOf(lost)).toBeLessThan(5_000_000);
});
