/** Terms whose parts are known, questions about them, and the steps of a way. */
import { expect, test } from 'vitest';
import type { SimulationEvent } from '../../../src/model/traffic/simulation.ts';
import { ExpressionFailure, UnknownFact } from '../../../src/simulate/scope-values.ts';
import { isConstant, keyOfAtom, keyOfValue, Term, type Atom } from '../../../src/simulate/unknown/term.ts';
import { leavesOf } from '../../../src/simulate/unknown/term-relations.ts';
import { equalTerms, termIn } from '../../../src/simulate/unknown/term-operations.ts';
import {
  exactValue,
  isComputed,
  needsAllParts,
  valueOfTerm,
} from '../../../src/simulate/unknown/term-value.ts';
import { meets } from '../../../src/simulate/unknown/value-conditions.ts';
import { keyOfStep, trailOf, trailThrough } from '../../../src/simulate/unknown/way-trail.ts';
import { Uint } from '../../../src/simulate/cel/expression-values.ts';

const no = (): boolean => false;

test.each([
  ['<', true, false, false],
  ['<=', true, true, false],
  ['>', false, false, true],
  ['>=', false, true, true],
])('%s of numbers', (operator, ...expected) => {
  const found = [1.5, 2, 2.5].map((left) =>
    valueOfTerm(new Term(no, operator, { args: [left, 2] }), () => undefined),
  );
  expect(found).toEqual(expected);
});

test('a term is compared with a boolean by whether it is true', () => {
  const asked: Atom[] = [];
  const term = new Term(
    (atom) => {
      asked.push(atom);
      return false;
    },
    'vouched for',
    { type: 'bool' },
  );
  expect([equalTerms(term, true), equalTerms(false, term)]).toEqual([false, true]);
  expect(asked.map(({ is }) => is)).toEqual(['true', 'true']);
});

test('the trail of a way has the rules that match and the action that ends it', () => {
  const at = { address: 'endpoint/www', path: ['traffic_policy'], inside: ['on_http_request', 0] };
  const end = { ...at, inside: [...at.inside, 'actions', 0] };
  const events: readonly SimulationEvent[] = [
    { code: 'not-matched', rule: 'first', because: 'false', at },
    { code: 'matched', rule: 'second', at },
    { code: 'ended', by: 'deny', status: 403, at: end },
  ];
  expect(trailOf(events).steps).toEqual([
    { does: 'matches', at },
    { does: 'ends', at: end },
  ]);
});

const at = { address: 'endpoint/www', path: ['traffic_policy'] };
const ending: readonly SimulationEvent[] = [
  { code: 'ended', by: 'deny', at },
  { code: 'asked', by: 'oauth', providers: ['google'], at },
  { code: 'forwarded', url: 'https://a.internal', at },
  { code: 'lost', unknown: { why: 'not-given', of: 'a' }, at },
  { code: 'loop', to: 'endpoint/www', at },
];

test.each(ending)('a way ends with $code', (event) => {
  expect(trailOf([event])).toEqual({
    steps: [{ does: 'ends', at }],
    key: 'ends endpoint/www traffic_policy',
  });
});

test('a way does not end with what lets it pass', () => {
  const events: readonly SimulationEvent[] = [
    { code: 'passed', by: 'deny', at },
    { code: 'off', by: 'oauth', at },
    { code: 'reached', upstream: 'endpoint/www' },
  ];
  expect(trailOf(events)).toEqual({ steps: [], key: '' });
});

test('the key of a trail has the keys of its steps', () => {
  const inside = { ...at, inside: ['on_http_request', 1] };
  const { key, steps } = trailOf([
    { code: 'matched', rule: 'a', at: inside },
    { code: 'ended', by: 'deny', at },
  ]);
  expect(steps.map(keyOfStep)).toEqual([
    'matches endpoint/www traffic_policy on_http_request 1',
    'ends endpoint/www traffic_policy',
  ]);
  expect(key).toBe(steps.map(keyOfStep).join('\n'));
});

test('a trail through a resource begins where the resource gets the request, and has its own steps alone', () => {
  const front = { address: 'endpoint/front', path: ['traffic_policy'] };
  const events: readonly SimulationEvent[] = [
    { code: 'selected', address: 'endpoint/front' },
    { code: 'matched', rule: 'a', at: front },
    { code: 'forwarded', url: 'https://www.internal', to: 'endpoint/www', at: front },
    { code: 'matched', rule: 'b', at },
    { code: 'reached', upstream: 'endpoint/www' },
    { code: 'matched', rule: 'c', at: front },
  ];
  const own = { steps: [{ does: 'matches', at }], key: 'matches endpoint/www traffic_policy' };
  expect(trailThrough('endpoint/www', events)).toEqual(own);
  expect(trailThrough('endpoint/front', events)?.steps.map(keyOfStep)).toEqual([
    'matches endpoint/front traffic_policy',
    'ends endpoint/front traffic_policy',
    'matches endpoint/www traffic_policy',
    'matches endpoint/front traffic_policy',
  ]);
  expect(trailThrough('endpoint/other', events)).toBeUndefined();
  expect(trailThrough('endpoint/www', [{ code: 'selected', address: 'endpoint/www' }])).toEqual({
    steps: [],
    key: '',
  });
});

const call = (name: string, ...args: readonly unknown[]): Term => new Term(no, name, { args });
const x = new Term(no, 'header x', { type: 'string' });

test.each<readonly [string, Term, unknown]>([
  ['a sum', call('+', 5n, 2n), 7n],
  ['a difference', call('-', 5n, 2n), 3n],
  ['a product', call('*', 5n, 2n), 10n],
  ['a quotient', call('/', 5n, 2n), 2n],
  ['a rest', call('%', 5n, 2n), 1n],
  ['an equality', call('==', 5n, 5), true],
  ['an item in a list', call('in', 'a', ['b', 'a']), true],
  ['an item that is not in a list', call('in', 'c', ['b', 'a']), false],
  ['an item', call('[]', ['a', 'b'], 1n), 'b'],
  ['a member', call('.', new Map([['a', 'b']]), 'a'), 'b'],
  ['a member of a map of terms', call('.', new Map([['a', x]]), 'a'), 'X'],
  ['the first choice', call('?:', call('==', x, 'X'), 'a', 'b'), 'a'],
  ['the second choice', call('?:', call('==', x, 'Y'), 'a', 'b'), 'b'],
  ['a text of parts', call('text', 'a', 5n, x, true), 'a5Xtrue'],
  ['a method', call('lowerAscii', x), 'x'],
  ['a function', call('size', [x, x]), 2n],
  ['no order', call('<', 5n, Number.NaN), false],
  ['no order either way', call('>=', 5n, Number.NaN), false],
])('the value of %s', (_name, term, expected) => {
  expect(valueOfTerm(term, (part) => (part.key === x.key ? 'X' : undefined))).toEqual(expected);
});

test.each<readonly [string, Term, abstract new (...args: never) => Error, string]>([
  ['a choice without a truth', call('?:', 'a', 'b', 'c'), ExpressionFailure, '`? :` does not take it'],
  ['a member that is no text', call('.', new Map(), 1n), ExpressionFailure, 'no member'],
  ['an item that is not there', call('[]', ['a'], 1n), ExpressionFailure, '`it`'],
  ['a member that is not there', call('.', new Map(), 'a'), ExpressionFailure, '`it`'],
  ['a variable that is not given', call('lowerAscii', x), UnknownFact, 'header x'],
  ['a call of the world', call('answer', 'a'), UnknownFact, 'answer("a")'],
])('there is no value of %s', (_name, term, kind, text) => {
  const found = ((): unknown => {
    try {
      return valueOfTerm(term, () => undefined);
    } catch (error) {
      return error;
    }
  })();
  expect(found).toBeInstanceOf(kind);
  expect(found instanceof UnknownFact ? found.unknown.of : String(found)).toContain(text);
});

test('a term is computed by an operator, a function or a method of the tables', () => {
  const names = ['+', '%', '==', 'in', '.', '[]', '?:', 'text', 'size', 'hash.sha256', 'lowerAscii', 'split'];
  expect(names.filter((name) => !isComputed(call(name, x)))).toEqual([]);
  expect(names.filter((name) => !needsAllParts(call(name, x)))).toEqual(['?:', 'text']);
  for (const term of [x, call('answer', x), new Term(no, '+'), new Term(no, 'text')])
    expect([isComputed(term), needsAllParts(term)]).toEqual([false, false]);
});

test('the leaves of a term are what no function of the engine computes', () => {
  const answer = call('answer', x);
  const term = call('+', call('lowerAscii', x), [answer, new Map([['a', new Term(no, 'y')]])]);
  expect(leavesOf(term).map(({ key }) => key)).toEqual(['header x', 'answer(header x)', 'y']);
});

test('the first term of a list is found at any depth', () => {
  expect(termIn(['a', [5n, [x]], call('answer', x)])?.key).toBe('header x');
  expect([termIn(['a', ['b']]), termIn('a'), termIn(x)?.key]).toEqual([undefined, undefined, 'header x']);
  expect([isConstant(['a', ['b']]), isConstant(['a', [x]]), isConstant(x), isConstant('a')]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

test.each<readonly [unknown, string, unknown]>([
  ['a', 'int', 'a'],
  [true, 'any', true],
  [5, 'int', 5n],
  [5n, 'double', 5],
  [5n, 'uint', new Uint(5n)],
  [new Uint(5n), 'int', 5n],
  [5n, 'any', undefined],
  [5.5, 'int', undefined],
  [5.5, 'double', 5.5],
  [2n ** 60n, 'int', undefined],
  [['a', 'b'], 'list', ['a', 'b']],
  [['a', 5n], 'list', undefined],
  [new Map(), 'map', undefined],
])('the value to compute with of %s as %s', (value, type, expected) => {
  expect(exactValue(value, type)).toEqual(expected);
});

test.each<readonly [unknown, string]>([
  [5n, '5'],
  [5, '5d'],
  ['5', '"5"'],
  [true, 'true'],
  [null, 'null'],
  [undefined, 'nothing'],
  [['a', [5n]], '["a", [5]]'],
  [
    new Map<unknown, unknown>([
      ['a', 1n],
      [2n, x],
    ]),
    '{"a": 1, 2: header x}',
  ],
  [new Uint8Array([1, 255]), 'b01ff'],
  [new Uint(5n), 'Uint {value: 5}'],
  [x, 'header x'],
  [call('answer', x, 'a'), 'answer(header x, "a")'],
])('the key of %s', (value, key) => {
  expect(keyOfValue(value)).toBe(key);
});

test.each<readonly [Atom, string]>([
  [{ is: 'in', of: x, values: ['b', 'a', 5n] }, 'header x in "a" "b" 5'],
  [{ is: 'within', of: x, networks: ['b', 'a'] }, 'header x within a b'],
  [{ is: 'at-most', of: x, bound: 5 }, 'header x at-most 5'],
  [{ is: 'present', of: x }, 'header x present'],
  [{ is: 'true', of: x }, 'header x true'],
  [{ is: 'starting', of: x, text: 'a"' }, 'header x starting "a\\""'],
  [{ is: 'matching', of: x, text: 'a' }, 'header x matching "a"'],
  [{ is: 'behaviour', of: 'it rains' }, 'behaviour it rains'],
])('the key of a question: %#', (atom, key) => {
  expect(keyOfAtom(atom)).toBe(key);
});

test.each<readonly [Atom, unknown, boolean | undefined]>([
  [{ is: 'in', of: x, values: ['a', 5n] }, 5, true],
  [{ is: 'in', of: x, values: ['a', x] }, 'a', undefined],
  [{ is: 'within', of: x, networks: ['10.0.0.0/8'] }, '10.1.2.3', true],
  [{ is: 'within', of: x, networks: ['10.0.0.0/8'] }, '10.0.0.0/8', false],
  [{ is: 'within', of: x, networks: ['10.0.0.0/8'] }, 5n, undefined],
  [{ is: 'at-most', of: x, bound: 5 }, 5n, true],
  [{ is: 'at-most', of: x, bound: 5 }, 5.5, false],
  [{ is: 'at-most', of: x, bound: 5 }, Number.NaN, false],
  [{ is: 'at-most', of: x, bound: 5 }, '5', undefined],
  [{ is: 'present', of: x }, '', true],
  [{ is: 'true', of: x }, false, false],
  [{ is: 'true', of: x }, 'true', undefined],
  [{ is: 'behaviour', of: 'a' }, 'a', undefined],
  [{ is: 'starting', of: x, text: 'a' }, 'ab', true],
  [{ is: 'ending', of: x, text: 'a' }, 'ab', false],
  [{ is: 'containing', of: x, text: 'b' }, 'abc', true],
  [{ is: 'matching', of: x, text: '^a' }, 'ab', true],
  [{ is: 'matching', of: x, text: '(a' }, 'ab', undefined],
  [{ is: 'containing', of: x, text: '5' }, 5n, undefined],
])('whether a value meets a condition: %#', (atom, value, expected) => {
  expect(meets(atom, value)).toBe(expected);
});
