/** What can hold together, and what cannot. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ExpressionFailure, UnknownFact } from '../../../src/simulate/scope-values.ts';
import type { Atom } from '../../../src/simulate/unknown/term.ts';
import { valueOfTerm } from '../../../src/simulate/unknown/term-value.ts';
import {
  areCompatible,
  decided,
  emptyConjunction,
  withLiteral,
} from '../../../src/simulate/unknown/theory.ts';
import { meets } from '../../../src/simulate/unknown/value-conditions.ts';
import { runs } from '../../runs.ts';
import { atoms, values } from './random-literals.ts';
import { literal, literalOf } from './written-literals.ts';

interface Case {
  readonly name: string;
  readonly possible: readonly (readonly string[])[];
  readonly unsent?: readonly (readonly string[])[];
  readonly impossible: readonly (readonly string[])[];
}

const cases = parse(readFileSync(new URL('compatible.yaml', import.meta.url), 'utf8')) as readonly Case[];

describe.each(cases)('$name', ({ possible, unsent = [], impossible }) => {
  test.each([...possible, ...unsent])('possible: %j', (...texts) => {
    for (const order of ordersOf(texts.map(literalOf))) expect(areCompatible(order)).toBe(true);
  });

  test.each(impossible)('impossible: %j', (...texts) => {
    for (const order of ordersOf(texts.map(literalOf))) expect(areCompatible(order)).toBe(false);
  });
});

/** As they are, backwards, and each of them first. */
function ordersOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const turned = items.map((_, at) => [...items.slice(at), ...items.slice(0, at)]);
  return [...turned, ...turned.map((order) => order.toReversed())];
}

test.each([
  [['req.method == "GET"'], 'req.method in ["GET", "HEAD"]', true],
  [['req.method == "GET"'], 'req.method.startsWith("P")', false],
  [['req.method in ["GET", "HEAD"]'], 'req.method == "GET"', undefined],
  [['header("x").startsWith("ab")'], 'has(header("x"))', true],
  [[], 'header("x").lowerAscii().contains("A")', false],
  [[], 'req.url.path.startsWith("/")', true],
  [[], 'size(header("x")) <= -1', false],
  [['within(conn.client_ip, "10.0.0.0/9")'], 'within(conn.client_ip, "10.0.0.0/8")', true],
  [['logged_in'], 'logged_in', true],
])('%j decides %s: %s', (texts, question, answer) => {
  const known = texts
    .map(literalOf)
    .reduce<ReturnType<typeof withLiteral>>(
      (all, one) => (all === undefined ? undefined : withLiteral(all, one)),
      emptyConjunction,
    );
  expect(known).toBeDefined();
  expect(decided(known ?? emptyConjunction, literalOf(question).atom)).toBe(answer);
});

test('the answers that a request and the engine give are possible', () => {
  let asked = 0;
  fc.assert(
    fc.property(values, fc.array(atoms, { minLength: 2, maxLength: 12 }), (given, all) => {
      const answers = all.flatMap((atom) => {
        const holds = answerOf(atom, given);
        return holds === undefined ? [] : [literal(atom, holds)];
      });
      asked += answers.length;
      const texts = answers.map(({ key, holds }) => `${holds ? '' : 'not '}${key}`);
      expect(areCompatible(answers), texts.join('\n')).toBe(true);
    }),
    { numRuns: runs(10_000) },
  );
  expect(asked).toBeGreaterThan(runs(10_000) * 4);
});

/**
 * The answer for known values; undefined if the engine has none. A value that is missing answers no question with yes.
 */
function answerOf(atom: Atom, given: ReadonlyMap<string, unknown>): boolean | undefined {
  if (atom.is === 'behaviour') return undefined;
  try {
    const value = valueOfTerm(atom.of, (part) =>
      part.args === undefined ? given.get(part.name) : undefined,
    );
    return meets(atom, value);
  } catch (error) {
    const isMissing = error instanceof UnknownFact && given.has(error.unknown.of);
    return isMissing || error instanceof ExpressionFailure ? false : undefined;
  }
}
