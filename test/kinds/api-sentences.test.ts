import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { problemOf, type Home } from './home.ts';
import { cell, sections } from './read-tables.ts';

/** Every sentence of the API's description outside the tables, or in their column of rules, has a place in the code. */

interface Sentence {
  readonly says: string;
  readonly homes: readonly Home[];
}

const homes = parse(readFileSync(new URL('rule-homes.yaml', import.meta.url), 'utf8')) as Record<
  string,
  Sentence[]
>;

describe('every sentence has a home', () => {
  test('those that stand there, and no others', () => {
    for (const { number, sentences, tables } of sections.values()) {
      const rules =
        number === '2.9' || number === '4.1'
          ? tables.flatMap(({ rows }) => rows.map((row) => cell(row, 'Rule')))
          : [];
      const said = (homes[number] ?? []).map(({ says }) => says);
      expect([...said].sort(), number).toEqual([...new Set([...sentences, ...rules])].sort());
    }
    expect(Object.keys(homes).filter((number) => !sections.has(number))).toEqual([]);
  });

  const all = Object.entries(homes).flatMap(([number, list]) =>
    list.map((sentence) => [`${number} ${sentence.says}`, sentence] as const),
  );
  test.each(all)('%s', (_, sentence) => {
    expect(sentence.homes.length).toBeGreaterThan(0);
    expect(sentence.homes.map(problemOf).filter((problem) => problem !== undefined)).toEqual([]);
  });
});
