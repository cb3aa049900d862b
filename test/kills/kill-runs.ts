/** Kills applies of the shipped program at random moments, and counts what came of it. */
import type { PostgresServer } from '../ledger/postgres/postgres-server.ts';
import type { Random } from '../model/history/random.ts';
import { converge } from './converge.ts';
import { changedAtRandom, nothingDeclared } from './declared.ts';
import { killProgram, startProgram } from './program.ts';
import { storePlace, type StoreName } from './stores.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

export interface Tally {
  kills: number;
  /** Of these, before the first request that writes. */
  early: number;
  creates: number;
  updates: number;
  deletes: number;
  adopted: number;
  absent: number;
  unlocked: number;
  readonly problems: string[];
}

/** At most this many kills for each workspace, so that none grows large. */
const killsEach = 8;

/** Two workspaces at a time until there have been so many kills. */
export async function killRuns(
  store: StoreName,
  kills: number,
  { random, server, lanes = 2 }: { random: Random; server?: PostgresServer | undefined; lanes?: number },
): Promise<Tally> {
  const tally: Tally = {
    kills: 0,
    early: 0,
    creates: 0,
    updates: 0,
    deletes: 0,
    adopted: 0,
    absent: 0,
    unlocked: 0,
    problems: [],
  };
  let planned = 0;
  const lane = async (): Promise<void> => {
    while (planned < kills && tally.problems.length === 0) {
      const count = Math.min(killsEach, kills - planned);
      planned += count;
      await oneWorkspace(await openWorkshop(storePlace(store, server)), count, random, tally);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return tally;
}

async function oneWorkspace(shop: Workshop, kills: number, random: Random, tally: Tally): Promise<void> {
  try {
    const init = await shop.run('ledger init');
    if (init.exit !== 0) throw new Error(`ledger init: ${init.text}`);
    let declared = nothingDeclared;
    let left = kills;
    while (left > 0) {
      // Often the next run meets other files than the one that was killed.
      if (declared.count === 0 || random.below(3) > 0) {
        declared = changedAtRandom(declared, random);
        shop.declare(declared);
      }
      const how = await killedRun(shop, random, tally);
      if (how === 'killed') left--;
      // A lock that the killed run left may be in the way.
      if (left > 0 && how !== 'refused' && random.below(3) > 0) continue;
      const { problems, ...settled } = await converge(shop);
      tally.adopted += settled.adopted;
      tally.absent += settled.absent;
      tally.unlocked += settled.unlocked;
      tally.problems.push(...problems);
      if (problems.length > 0) return;
    }
    const { creates, updates, deletes } = shop.door.counts;
    tally.creates += creates;
    tally.updates += updates;
    tally.deletes += deletes;
  } finally {
    await shop.close();
  }
}

/** Starts an apply and kills it: nine times of ten a moment after one of its writes has arrived. */
async function killedRun(
  { door, where }: Workshop,
  random: Random,
  tally: Tally,
): Promise<'killed' | 'ended' | 'refused'> {
  const words = 'apply --yes --allow-deletes 100 --allow-changed-percent 100'.split(' ');
  const before = door.counts.creates + door.counts.updates + door.counts.deletes;
  const child = startProgram(where, words);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const moment = new Promise<void>((resolve) => {
    const soon = (most: number): unknown => setTimeout(resolve, random.below(most * 10) / 10);
    if (random.below(10) === 0) soon(300);
    else door.afterWrites(1 + random.below(6), () => soon(15));
  });
  await Promise.race([moment, ended]);
  door.afterWrites(Infinity, () => undefined);
  const how = await killProgram(child, random.below(2) === 0);
  await door.idle();
  if (how === 'ended') return child.exitCode === 5 ? 'refused' : how;
  tally.kills++;
  if (door.counts.creates + door.counts.updates + door.counts.deletes === before) tally.early++;
  return how;
}
