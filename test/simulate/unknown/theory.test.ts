/** What can hold together, and what cannot. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  areCompatible,
  decided,
  emptyConjunction,
  withLiteral,
} from '../../../src/simulate/unknown/theory.ts';
import { literalOf } from './written-literals.ts';

interface Case {
  readonly name: string;
  readonly possible: readonly (readonly string[])[];
  readonly impossible: readonly (readonly string[])[];
}

const cases = parse(readFileSync(new URL('compatible.yaml', import.meta.url), 'utf8')) as readonly Case[];

describe.each(cases)('$name', ({ possible, impossible }) => {
  test.each(possible)('possible: %j', (...texts) => {
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
