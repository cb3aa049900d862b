/** docs/comparison.md: each row about another tool names its source, each source is a link to that tool's own pages. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { rules } from '../../../src/lint/rules.ts';
import { tableOf } from '../markdown.ts';
import { repository } from '../page.ts';

const page = readFileSync(path.join(repository, 'docs/comparison.md'), 'utf8');
const [comparing = '', listed = ''] = page.split('## Sources\n');
const sources = tableOf(listed, 'id').rows;
const ids = sources.map(([id = '']) => id);
const cited = (text: string): readonly string[] =>
  [...text.matchAll(/\(((?:[A-Z]\d+(?:, )?)+)\)/g)].flatMap(([, list = '']) => list.split(', '));

/** Rows of the comparing tables: the topic, our cell, the cells of the others. */
const rows = comparing
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| |'))
  .map((line) => line.slice(2, -2).split(' | '));

/** Without a source, because nothing is claimed, or nothing that a page would say. */
const plain = ['not its subject', 'not read', 'YAML', 'HCL, JSON', 'YAML, JSON', 'the manifest of before'];
const evident = [
  ...plain,
  'the cluster itself',
  'any editor that knows YAML schemas',
  'in use for years; 1.x, stable',
  'in use for years; 3.x',
];

describe('a row', () => {
  test('there are the rows that a reader looks for', () => {
    expect(rows.length).toBeGreaterThan(25);
    expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([5, 6]));
  });

  test.each(rows.map((row) => [row[0] ?? '', row] as const))('%s: names its sources', (_topic, row) => {
    const others = row.slice(2);
    expect(others.filter((cell) => cited(cell).length === 0 && !evident.includes(cell))).toEqual([]);
    expect(others.flatMap(cited).length).toBeGreaterThan(0);
  });
});

describe('a source', () => {
  test('every one is cited, and every citation is listed', () => {
    expect(new Set(cited(comparing))).toEqual(new Set(ids));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(sources)('%s: %s', (id = '', source = '', read = '') => {
    const links = [...source.matchAll(/\]\(([^)]*)\)/g)].map(([, link = '']) => new URL(link));
    expect(links.length).toBeGreaterThan(0);
    for (const { protocol, username, search, hash, hostname } of links) {
      expect([protocol, username, search, hash]).toEqual(['https:', '', '', '']);
      expect(hostname).toMatch(hosts[id.charAt(0)] ?? /^$/);
    }
    expect(read).toMatch(/^(?:20\d\d-\d\d|[0-9a-f]{7}|\d+\.\d+(?:\.\d+)?)$/);
  });
});

/** Whose pages may speak for a tool. */
const hosts: Readonly<Record<string, RegExp>> = {
  T: /^(?:github\.com|pkg\.go\.dev|opentofu\.org|developer\.hashicorp\.com)$/,
  P: /^(?:github\.com|www\.pulumi\.com)$/,
  K: /^(?:github\.com|ngrok\.com|kubernetes\.io)$/,
  D: /^(?:github\.com|developer\.konghq\.com)$/,
  O: /^github\.com$/,
  N: /^github\.com$/,
  A: /^github\.com$/,
  S: /^github\.com$/,
};

test('the number of rules is not more than there are', () => {
  for (const [, count] of page.matchAll(/over (\d+)/g)) expect(rules.length).toBeGreaterThan(Number(count));
});
