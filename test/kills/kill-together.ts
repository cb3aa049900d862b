/** Four processes that apply at the same time and are killed now and then. */
import type { PostgresServer } from '../ledger/postgres/postgres-server.ts';
import type { Random } from '../model/history/random.ts';
import { apply, converge } from './converge.ts';
import { changedAtRandom, nothingDeclared } from './declared.ts';
import { killProgram, startProgram } from './program.ts';
import { storePlace } from './stores.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

export interface Together {
  kills: number;
  /** Runs that ended by themselves: done, and refused because of the lock. */
  done: number;
  locked: number;
  creates: number;
  adopted: number;
  absent: number;
  readonly problems: string[];
}

interface Playing {
  readonly shop: Workshop;
  readonly random: Random;
  readonly together: Together;
  readonly kills: number;
}

const lanes = 4;

/** Kills so many; then each environment is brought to rest, and its objects are counted. */
export async function killedTogether(
  server: PostgresServer,
  environments: readonly string[],
  { kills, random }: { readonly kills: number; readonly random: Random },
): Promise<Together> {
  const shop = await openWorkshop(storePlace('postgres', server), [...environments]);
  const together: Together = {
    kills: 0,
    done: 0,
    locked: 0,
    creates: 0,
    adopted: 0,
    absent: 0,
    problems: [],
  };
  const playing = { shop, random, together, kills };
  try {
    for (const name of environments) {
      const { exit, text } = await shop.run(`ledger init --env ${name}`);
      if (exit !== 0) throw new Error(text);
    }
    let declared = nothingDeclared;
    const change = (): void => {
      declared = changedAtRandom(declared, random);
      shop.declare(declared);
    };
    change();
    const changing = setInterval(change, 3_000);
    await Promise.all(
      Array.from({ length: lanes }, (_, index) =>
        lane(playing, `lane${index}`, environments[index % environments.length] ?? ''),
      ),
    ).finally(() => clearInterval(changing));
    await shop.door.idle();
    for (const name of environments) {
      const { problems, adopted, absent } = await converge(shop, name);
      together.problems.push(...problems);
      together.adopted += adopted;
      together.absent += absent;
    }
    together.problems.push(...shop.door.interleaved.map((each) => `two at once: ${each}`));
    together.creates = shop.door.counts.creates;
    return together;
  } finally {
    await shop.close();
  }
}

/** One process after the other; every second one is killed. */
async function lane(
  { shop, random, together, kills }: Playing,
  name: string,
  environment: string,
): Promise<void> {
  for (let count = 0; together.kills < kills; count++) {
    const token = `${name}-${count}`;
    const env = { ...shop.where.env, EDGEWRIGHT_API_TOKEN: token };
    const child = startProgram({ ...shop.where, env }, [...apply.split(' '), '--env', environment]);
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const moment = new Promise<void>((resolve) => {
      if (random.below(5) === 0) setTimeout(resolve, random.below(600));
      else shop.door.afterWritesOf(token, 1 + random.below(5), () => setTimeout(resolve, random.below(20)));
    });
    await Promise.race([moment, ended]);
    if ((await killProgram(child, random.below(2) === 0)) === 'killed') together.kills++;
    else if (child.exitCode === 5) {
      together.locked++;
      await new Promise((resolve) => setTimeout(resolve, random.below(300)));
    } else together.done++;
  }
}
