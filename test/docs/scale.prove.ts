import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { repository } from './page.ts';

const page = readFileSync(path.join(repository, 'docs/scale.md'), 'utf8');
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

test('the times for ten million resources follow from the requests and the rate', () => {
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cellsOf);
  const requests =
    rows
      .find(([name]) => name === 'requests of a plan')
      ?.slice(1)
      .map(sumOf) ?? [];
  const rates = rows.filter(([name]) => /^at [\d,]+ requests a second$/.test(name ?? ''));
  expect(requests).toEqual([5_050_000, 50_500]);
  expect(rates).toHaveLength(3);
  for (const [name = '', ...times] of rates) {
    const perSecond = numberOf(name);
    expect(times).toEqual(requests.map((count) => words(count / perSecond)));
  }
});

function sumOf(cell: string): number {
  return cell.split('+').reduce((sum, part) => sum + numberOf(part), 0);
}

function numberOf(text: string): number {
  return Number((/[\d,]+/.exec(text)?.[0] ?? '').replaceAll(',', ''));
}

function words(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`;
  if (seconds < 2 * 3600) return `${Math.round(seconds / 60)} minutes`;
  return `${Math.round(seconds / 3600)} hours`;
}
