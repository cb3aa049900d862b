import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exitCodeOfAll, exitCodes, type ExitCode } from '../../src/model/errors.ts';

const page = readFileSync('docs/reference/exit-codes.md', 'utf8');
const rows = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
const order = (/^Precedence: (.*)\.$/m.exec(page)?.[1] ?? '').split(', ').map(Number) as ExitCode[];

test('the page has each exit code once', () => {
  expect(rows).toEqual(Object.values(exitCodes).sort((a, b) => a - b));
});

test('a run with several results exits as the page says', () => {
  expect([...order].sort((a, b) => a - b)).toEqual(rows);
  for (const [index, first] of order.entries())
    for (const later of order.slice(index)) {
      expect(exitCodeOfAll([first, later])).toBe(first);
      expect(exitCodeOfAll([later, first])).toBe(first);
    }
  expect(exitCodeOfAll([])).toBe(0);
});
