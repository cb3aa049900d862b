/** Random questions about random values, from few letters and numbers, so that they meet. */
import fc from 'fast-check';
import type { Atom } from '../../../src/simulate/unknown/term.ts';
import { Term } from '../../../src/simulate/unknown/term.ts';
import { variable } from './written-literals.ts';

const text = fc.array(fc.constantFrom('a', 'b', 'A', '/', ' ', ',', 'é', '😀'), { maxLength: 4 });
const word = text.map((letters) => letters.join(''));
const path = word.map((rest) => `/${rest.trim()}`);
const addresses = ['10.0.0.1', '10.0.1.1', '10.128.0.1', '192.168.0.1', '2001:db8::1', '2001:db8:8000::1'];
const networks = [
  ...['10.0.0.0/8', '10.0.0.0/9', '10.128.0.0/9', '10.0.0.0/24', '10.0.0.1', '0.0.0.0/0', '192.168.0.0/16'],
  ...['2001:db8::/32', '2001:db8::/33', '::/0', 'nonsense'],
];
const patterns = [
  ...[
    '^/a',
    'a$',
    '^a$',
    '^(?:a|b|/a)$',
    '^/a(/|$)',
    'b',
    '^[a-b]+$',
    '(?i)^a',
    '^/(a|b)?$',
    ',',
    '^$',
    'a|b',
    '(a',
  ],
];

const texts = ['header x', 'header y', 'req.url.path'];
const numbers = ['count', 'score'];

/** A value of each variable; undefined: there is none. */
export const values: fc.Arbitrary<ReadonlyMap<string, unknown>> = fc
  .record({
    'header x': fc.option(word, { nil: undefined }),
    'header y': fc.option(word, { nil: undefined }),
    'req.url.path': path,
    'conn.client_ip': fc.constantFrom(...addresses),
    count: fc.integer({ min: -2, max: 6 }).map(BigInt),
    score: fc.oneof(fc.integer({ min: -2, max: 6 }), fc.constantFrom(0.5, 5.5, Number.NaN)),
  })
  .map((record) => new Map(Object.entries(record)));

const textTerm: fc.Arbitrary<Term> = fc.letrec<{ term: Term }>((tie) => ({
  term: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...texts).map(variable),
    fc
      .tuple(fc.constantFrom('lowerAscii', 'upperAscii', 'trim', 'reverse'), tie('term'))
      .map(([name, of]) => call(name, [of])),
    fc.tuple(tie('term'), word).map(([of, more]) => call('+', [of, more])),
    fc.tuple(word, tie('term'), fc.oneof(word, tie('term'))).map((args) => call('text', args)),
    fc
      .tuple(tie('term'), fc.constantFrom(0n, 1n))
      .map(([of, at]) => call('[]', [call('split', [of, ','], 'list'), at])),
  ),
})).term;

const numberTerm: fc.Arbitrary<Term> = fc.oneof(
  fc.constantFrom(...numbers).map(variable),
  textTerm.map((of) => call('size', [of], 'int')),
  fc
    .tuple(fc.constantFrom('+', '-', '*', '/', '%'), fc.constantFrom(0n, 1n, 2n))
    .map(([name, by]) => call(name, [variable('count'), by], 'int')),
);

function call(name: string, args: readonly unknown[], type = 'string'): Term {
  return new Term(unasked, name, { args, type });
}

function unasked(): never {
  throw new Error('a test asks nothing');
}

const bound = fc.constantFrom(-1, 0, 0.5, 1, 2, 3, 5);

/** A question about a term, or a term that is true or false. */
export const atoms: fc.Arbitrary<Atom> = fc.oneof(
  fc.record({ is: fc.constant('in' as const), of: textTerm, values: fc.array(word, { maxLength: 4 }) }),
  fc.record({
    is: fc.constantFrom('starting' as const, 'ending' as const, 'containing' as const),
    of: textTerm,
    text: word,
  }),
  fc.record({ is: fc.constant('matching' as const), of: textTerm, text: fc.constantFrom(...patterns) }),
  fc.record({
    is: fc.constant('within' as const),
    of: fc.constantFrom('conn.client_ip', 'conn.client_ip', 'header x').map(variable),
    networks: fc.array(fc.constantFrom(...networks), { maxLength: 3 }),
  }),
  fc.record({ is: fc.constant('at-most' as const), of: numberTerm, bound }),
  fc.record({
    is: fc.constant('in' as const),
    of: numberTerm,
    values: fc.array(fc.oneof(bound, fc.constantFrom(0n, 1n, 2n, 4n)), { maxLength: 4 }),
  }),
  fc.record({ is: fc.constant('present' as const), of: fc.constantFrom(...texts).map(variable) }),
  fc
    .tuple(fc.constantFrom('==', '==', '<', '>='), textTerm, fc.oneof(textTerm, word))
    .map(([name, left, right]) => ({ is: 'true' as const, of: call(name, [left, right], 'bool') })),
  fc
    .tuple(fc.constantFrom('==', '<='), numberTerm, numberTerm)
    .map(([name, left, right]) => ({ is: 'true' as const, of: call(name, [left, right], 'bool') })),
);
