import { expect } from 'vitest';
import type { Tally } from './judged-changes.ts';

interface Seeds {
  readonly from: number;
  readonly count: number;
}

/** The seeds of a full run: so many quarters of `CHANGES`, from the seed `FROM`. */
export function seedsOf(quarters: number): Seeds {
  const all = Number(process.env['CHANGES'] ?? '60000');
  return { from: Number(process.env['FROM'] ?? '0'), count: Math.ceil((all * quarters) / 4) };
}

/** No change that a request shows to open something is let through, and requests show that of some that are refused. */
export function expectRefused(judged: (from: number, count: number) => Tally, { from, count }: Seeds): void {
  const { missed, ...counts } = judged(from, count);
  if (process.env['PROVE'] !== undefined)
    process.stderr.write(`seeds ${from} to ${from + count - 1}: ${JSON.stringify(counts)}\n`);
  expect(missed.join('\n\n')).toBe('');
  expect(counts.refused).toBeGreaterThan(count / 5);
  expect(counts.opening).toBeGreaterThan(0);
}
