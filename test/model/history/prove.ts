import { expect } from 'vitest';
import type { FrontDoor } from './front-door.ts';
import { drawHistory, play, type History, type Played } from './play.ts';
import { shrunk } from './shrink.ts';

/** The first seed; a different one selects different histories. */
const first = Number(process.env['HISTORY_FROM'] ?? 0);

/** The number of histories of all shards together. */
export const count = Number(process.env['HISTORIES'] ?? 2000);

/**
 * Plays every history whose seed is `shard` modulo `of`. The first that breaks a law is shrunk and printed with the
 * line that replays it, all others with their seed. `HISTORY_SEED=7` plays only that one, and
 * `HISTORY='{"seed":7,"steps":[…]}'` exactly these steps.
 */
export async function prove(
  frontDoor: FrontDoor,
  shard: number,
  of: number,
  upTo = count,
): Promise<Map<string, number>> {
  const total = new Map<string, number>();
  const again = (history: History): Promise<Played> => play(history, frontDoor);
  const chosen = chosenHistory();
  const seeds = Array.from(
    { length: Math.ceil((upTo - shard) / of) },
    (_, index) => first + shard + index * of,
  );
  const histories = chosen === undefined ? seeds.map(drawHistory) : shard === 0 ? [chosen] : [];
  const failed: { readonly history: History; readonly played: Played }[] = [];
  for (const history of histories) {
    const played = await again(history);
    for (const [name, times] of played.tally) total.set(name, (total.get(name) ?? 0) + times);
    if (played.violations.length > 0) failed.push({ history, played });
  }
  process.stdout.write(`${histories.length} histories, ${failed.length} violations\n`);
  if (failed[0] !== undefined) {
    const { history, played } = failed[0];
    const smallest = await shrunk(history, played, again);
    expect.fail([failureText(history, smallest.history, smallest.played), ...failed.map(inALine)].join('\n'));
  }
  return total;
}

function chosenHistory(): History | undefined {
  const { HISTORY: whole, HISTORY_SEED: seed } = process.env;
  if (whole !== undefined) return JSON.parse(whole) as History;
  return seed === undefined ? undefined : drawHistory(Number(seed));
}

function inALine({ history, played }: { readonly history: History; readonly played: Played }): string {
  const { law, text } = played.violations[0]!;
  return `HISTORY_SEED=${history.seed}: ${law}: ${text.slice(0, 300)} ${played.story[0] ?? ''}`;
}

function failureText(whole: History, smallest: History, { violations, story }: Played): string {
  return [
    ...violations.map(({ law, text }) => `${law}: ${text}`),
    `found by HISTORY_SEED=${whole.seed}; the same with ${smallest.steps.length} of ${whole.steps.length} steps:`,
    `HISTORY='${JSON.stringify(smallest)}' npx vitest run test/model`,
    ...story,
  ].join('\n');
}
