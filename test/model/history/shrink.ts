import type { History, Played } from './play.ts';

/** The same history with the fewest steps that still break the same law, found in at most `tries` runs. */
export async function shrunk(
  history: History,
  failed: Played,
  again: (history: History) => Promise<Played>,
  tries = 80,
): Promise<{ readonly history: History; readonly played: Played }> {
  let best = { history, played: failed };
  const law = failed.violations[0]?.law;
  let left = tries;
  for (let size = Math.ceil(history.steps.length / 2); size >= 1;) {
    const smaller = await firstFailing(best.history, size);
    if (smaller !== undefined) best = smaller;
    else size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  return best;

  async function firstFailing(from: History, size: number): Promise<typeof best | undefined> {
    for (let start = 0; start < from.steps.length && left > 0; start += size) {
      left--;
      const steps = from.steps.filter((_, index) => index < start || index >= start + size);
      const played = await again({ ...from, steps });
      if (played.violations.some((violation) => violation.law === law))
        return { history: { ...from, steps }, played };
    }
    return undefined;
  }
}
