import { expect, test } from 'vitest';
import { coverageOf, coverageText } from './coverage.ts';
import { play } from './play.ts';
import type { Pair } from './world/faults.ts';

const seeds = Number(process.env['SEEDS'] ?? 20);

test(
  `${seeds} worlds keep every invariant, and every fault strikes at every point`,
  { timeout: seeds * 6_000 },
  async () => {
    const violations: string[] = [];
    const struck: Pair[] = [];
    for (let seed = 1; seed <= seeds; seed++) {
      const played = await play(seed);
      struck.push(...played.struck);
      for (const { invariant, message } of played.violations)
        violations.push(`SEED=${seed} npm run simulate: ${invariant}: ${message}`);
    }
    process.stdout.write(`${coverageText(struck)}\n${seeds} seeds, ${violations.length} violations\n`);
    expect(violations).toEqual([]);
    if (seeds >= 1_000) expect(coverageOf(struck).filter(({ count }) => count < 10)).toEqual([]);
  },
);

test('a seed replays exactly', async () => {
  for (const seed of [3, 88, 512]) {
    const [one, other] = [await play(seed, { isTold: true }), await play(seed, { isTold: true })];
    expect(other.story).toEqual(one.story);
    expect(one.story.length).toBeGreaterThan(5);
  }
});
