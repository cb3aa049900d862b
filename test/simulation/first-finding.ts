import { play, type Played } from './play.ts';
import type { Seams } from './program/seams.ts';

/** The first of so many seeds in whose world this bug breaks an invariant, which holds there without the bug. */
export async function firstFinding(seams: Seams, most: number): Promise<Played | undefined> {
  for (let seed = 1; seed <= most; seed++) {
    const played = await play(seed, { seams });
    if (played.violations.length === 0) continue;
    const without = await play(seed);
    if (without.violations.length === 0) return played;
  }
  return undefined;
}
