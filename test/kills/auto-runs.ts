/**
 * Two schedulers that start `apply --auto` at the same moments, and a hand that ends one of the processes now and then.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { PostgresServer } from '../ledger/postgres/postgres-server.ts';
import type { Random } from '../model/history/random.ts';
import { converge } from './converge.ts';
import { changedAtRandom, nothingDeclared } from './declared.ts';
import { killProgram, startProgram } from './program.ts';
import { storePlace, type StoreName } from './stores.ts';
import { openWorkshop } from './workshop.ts';

export interface AutoTally {
  /** The number of runs by exit code; those that were killed have none. */
  readonly exits: ReadonlyMap<number, number>;
  readonly kills: number;
  readonly creates: number;
  /** What was created twice, lost or written by two at once. */
  readonly problems: readonly string[];
}

const auto = 'apply --auto --allow-deletes 100 --allow-changed-percent 100'.split(' ');

interface Rounds {
  readonly rounds: number;
  /** In each round with such a number, the one that writes is killed. */
  readonly killEvery: number;
  readonly random: Random;
  readonly server?: PostgresServer | undefined;
}

export async function autoRuns(
  store: StoreName,
  { rounds, killEvery, random, server }: Rounds,
): Promise<AutoTally> {
  const shop = await openWorkshop(storePlace(store, server));
  const exits = new Map<number, number>();
  let kills = 0;
  try {
    const init = await shop.run('ledger init');
    if (init.exit !== 0) throw new Error(init.text);
    let declared = nothingDeclared;
    for (let round = 1; round <= rounds; round++) {
      // Every third round finds nothing to do.
      if (round % 3 !== 0) declared = changedAtRandom(declared, random);
      shop.declare(declared);
      const isKilling = round % killEvery === 0;
      const both = ['one', 'two'].map((name) => {
        const token = `${name}${round}`;
        const env = { ...shop.where.env, EDGEWRIGHT_API_TOKEN: token };
        return { token, child: startProgram({ ...shop.where, env }, auto) };
      });
      const ends = both.map(({ child }) => once(child, 'exit') as Promise<[number | null]>);
      if (isKilling) {
        const writes = 1 + random.below(4);
        const victim = await new Promise<ChildProcess | undefined>((resolve) => {
          for (const { token, child } of both) shop.door.afterWritesOf(token, writes, () => resolve(child));
          void Promise.all(ends).then(() => resolve(undefined));
        });
        if (victim !== undefined && (await killProgram(victim, true)) === 'killed') kills++;
      }
      for (const [code] of await Promise.all(ends))
        if (code !== null) exits.set(code, (exits.get(code) ?? 0) + 1);
      await shop.door.idle();
    }
    const { problems } = await converge(shop);
    const together = shop.door.interleaved.map((each) => `two at once: ${each}`);
    return { exits, kills, creates: shop.door.counts.creates, problems: [...problems, ...together] };
  } finally {
    await shop.close();
  }
}
