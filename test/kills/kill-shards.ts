/**
 * Processes that apply the shards of one environment at the same time. Processes are killed, and so are the connections
 * that PostgreSQL has with them; each shard is applied again until a run of it ends by itself.
 */
import type { PostgresServer } from '../ledger/postgres/postgres-server.ts';
import type { Random } from '../model/history/random.ts';
import { apply, converge } from './converge.ts';
import { changedAtRandom, nothingDeclared } from './declared.ts';
import { killProgram, startProgram } from './program.ts';
import { storePlace } from './stores.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

interface Sharded {
  kills: number;
  /** Connections of PostgreSQL that were cut. */
  cuts: number;
  creates: number;
  updates: number;
  /** Shards that were refused beside others, which apply the files of before. */
  refusals: number;
  /** The shards that wrote something. */
  readonly shards: Set<number>;
  readonly problems: string[];
}

const mostRefusals = 500;

interface Playing {
  readonly shop: Workshop;
  readonly server: PostgresServer;
  readonly random: Random;
  readonly done: Sharded;
  readonly kills: number;
  readonly of: number;
  /** Called after each kill; whether it changed the files. */
  readonly change: () => boolean;
  /** Whether the files changed in this round. */
  isMixed: boolean;
}

interface ToPlay {
  /** In every second round the files change while shards are applied. */
  readonly isChanging?: boolean;
  readonly rounds: number;
  /** In each round. */
  readonly kills: number;
  readonly of: number;
  readonly random: Random;
}

export async function killedShards(
  server: PostgresServer,
  { rounds, kills, of, random, isChanging = false }: ToPlay,
): Promise<Sharded> {
  const shop = await openWorkshop(storePlace('postgres', server));
  const done: Sharded = {
    kills: 0,
    cuts: 0,
    creates: 0,
    updates: 0,
    refusals: 0,
    shards: new Set(),
    problems: [],
  };
  try {
    const { exit, text } = await shop.run('ledger init');
    if (exit !== 0) throw new Error(text);
    let declared = nothingDeclared;
    for (let round = 1; round <= rounds && done.problems.length === 0; round++) {
      for (let more = 0; more < 3; more++) declared = changedAtRandom(declared, random);
      shop.declare(declared);
      const from = shop.door.writes.length;
      const half = done.kills + kills / 2;
      const change = (): boolean => {
        if (!isChanging || round % 2 === 1 || done.kills !== half) return false;
        declared = changedAtRandom(declared, random);
        shop.declare(declared);
        return true;
      };
      await playRound({ shop, server, random, done, kills: done.kills + kills, of, change, isMixed: false });
      await shop.door.idle();
      done.problems.push(...sharedObjects(shop.door.writes.slice(from), done.shards));
      const { problems } = await converge(shop);
      done.problems.push(...problems);
    }
    done.creates = shop.door.counts.creates;
    done.updates = shop.door.counts.updates;
    return done;
  } finally {
    await shop.close();
  }
}

async function playRound(playing: Playing): Promise<void> {
  const { of, random, server, done } = playing;
  const cutting = setInterval(() => {
    if (random.below(2) === 0) return;
    const cut = server.sql(
      "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'edgewright'",
    );
    done.cuts += Number(cut);
  }, 150);
  try {
    await Promise.all(Array.from({ length: of }, (_, index) => lane(playing, index + 1)));
  } finally {
    clearInterval(cutting);
  }
}

/** One process after the other, until one ends by itself and there have been enough kills. */
async function lane(playing: Playing, number: number): Promise<void> {
  const { shop, random, done, kills, of, change } = playing;
  for (;;) {
    const token = `shard-${number}`;
    const env = { ...shop.where.env, EDGEWRIGHT_API_TOKEN: token };
    const child = startProgram({ ...shop.where, env }, [...apply.split(' '), '--shard', `${number}/${of}`]);
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    if (done.kills < kills) {
      const moment = new Promise<void>((resolve) => {
        if (random.below(4) === 0) setTimeout(resolve, random.below(800));
        else shop.door.afterWritesOf(token, 1 + random.below(4), () => setTimeout(resolve, random.below(20)));
      });
      await Promise.race([moment, ended]);
    } else await ended;
    if (child.exitCode === null && (await killProgram(child, random.below(2) === 0)) === 'killed') {
      done.kills++;
      playing.isMixed ||= change();
      continue;
    }
    // 5: a shard is still applied with the files of before.
    if (child.exitCode === 5 && playing.isMixed && ++done.refusals <= mostRefusals) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    // 2: adopted what a killed run had made. 4: it left a route that cannot be listed. 3: both at once.
    if (![0, 2, 3, 4].includes(child.exitCode ?? -1))
      done.problems.push(`shard ${number} exits ${child.exitCode}`);
    return;
  }
}

/** Objects that two shards wrote to. */
function sharedObjects(writes: Workshop['door']['writes'], shards: Set<number>): readonly string[] {
  const writers = new Map<string, string>();
  return writes.flatMap(({ object, token }) => {
    const before = writers.get(object) ?? token;
    writers.set(object, before);
    shards.add(Number(token.split('-').at(-1)));
    return before === token ? [] : [`two shards wrote to ${object}: ${before}, ${token}`];
  });
}
