import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { randomOf } from '../model/history/random.ts';
import { runOf, shareLock, type Actor, type Grain, type Script, type Shared } from './interleaved.ts';

/** A lock whose process was killed while it held it. */
async function deadLock(grain: Grain): Promise<{ readonly shared: Shared; readonly dead: Actor }> {
  const shared = shareLock(randomOf(1), grain);
  const dead = shared.start('hold');
  await shared.untilHeld(dead);
  shared.kill(dead);
  return { shared, dead };
}

async function stepsOf({ shared, actor }: { shared: Shared; actor: Actor }, most: number): Promise<void> {
  while (actor.isRunning && actor.steps < most) await shared.step(actor);
}

/** A run takes the lock with no help, and no claim is left. */
async function expectHealed(shared: Shared, story: string): Promise<void> {
  const last = shared.start('hold');
  await shared.untilHeld(last);
  expect([last.error?.message, last.error?.help], story).toEqual([undefined, undefined]);
  expect(await shared.names(), story).toEqual(['ledger.lock']);
}

/** More than the steps of any of them; the tests check that it is. */
const most = 70;

describe('a take-over that is killed at any step', () => {
  const scripts: readonly Script[] = ['hold', 'unlock'];
  it.each(scripts)('is taken over in turn, twice: first %s', async (first) => {
    let longest = 0;
    for (const second of scripts)
      for (let one = 0; one < most; one++)
        for (let two = 0; two < most; two += process.env['PROVE'] === undefined ? 4 : 1) {
          const { shared, dead } = await deadLock('fine');
          const actors = [shared.start(first, runOf(dead.pid))];
          await stepsOf({ shared, actor: actors[0]! }, one);
          shared.kill(actors[0]!);
          actors.push(shared.start(second, runOf(dead.pid)));
          await stepsOf({ shared, actor: actors[1]! }, two);
          longest = Math.max(longest, actors[1]!.steps);
          const isOver = !actors[1]!.isRunning;
          if (isOver) expect(actors[1]!.error).toBeUndefined();
          shared.kill(actors[1]!);
          await expectHealed(shared, `${first} killed at ${one}, ${second} at ${two}`);
          // All other steps of it are the same.
          if (isOver) break;
        }
    expect(longest).toBeLessThan(most);
  });
});

/** What becomes of the first process after its steps; `resumed`: it goes on before the third one comes. */
const ways = ['stopped', 'resumed', 'killed', 'failed'] as const;

interface Scene {
  /** What there is before: a lock of a dead process, the same with the claim of another one, or a lock that is held. */
  readonly before: 'lock' | 'claim' | 'held';
  readonly way: (typeof ways)[number];
  /** The steps of the first process, of the second one, and of the second one after what happened to the first. */
  readonly stops: readonly [first: number, second: number, again: number];
}

/** Three processes that want the lock, or take it away; two of them stop, and go on when the third has it. */
async function played({ before, way, stops }: Scene): Promise<string[]> {
  const { shared, dead } = await deadLock('coarse');
  const problems: string[] = [];
  const steps = async (actor: Actor, count: number): Promise<void> => {
    for (let left = count; left > 0 && actor.isRunning; left--) {
      await shared.step(actor);
      const holders = shared.actors.filter((each) => each.isRunning && each.holds);
      const locked = holders.length === 0 ? undefined : await shared.locked();
      for (const { pid } of holders) if (pid !== locked) problems.push(`${pid} holds the lock of ${locked}`);
    }
  };
  if (before === 'claim') {
    const claimer = shared.start('unlock', runOf(dead.pid));
    while (!(await shared.names()).some((name) => /^ledger\.lock\.\w+$/.test(name)))
      await shared.step(claimer);
    shared.kill(claimer);
  }
  const first = shared.start('hold');
  if (before === 'held') {
    await shared.untilHeld(first);
    while (first.holds) await shared.step(first);
  }
  await steps(first, stops[0]);
  const second = before === 'held' ? shared.start('unlock', runOf(first.pid)) : shared.start('hold');
  await steps(second, stops[1]);
  if (way === 'killed') shared.kill(first);
  if (way === 'failed' && first.isRunning && !first.holds) {
    await shared.step(first, 'before');
    await steps(first, Infinity);
  }
  if (way === 'resumed') await shared.untilHeld(first);
  await steps(second, stops[2]);
  const third = shared.start('hold');
  await shared.untilHeld(third);
  await steps(second, Infinity);
  await steps(first, Infinity);
  await steps(third, Infinity);
  await expectHealed(shared, JSON.stringify({ before, way, stops }));
  return problems;
}

/** More than what leads to the lock. */
const mostStops = 16;

function* scenes(): Iterable<Scene> {
  for (const before of ['lock', 'claim', 'held'] as const)
    for (const way of ways)
      for (let one = 0; one < mostStops; one++)
        for (let two = 0; two < mostStops; two++)
          for (let three = 0; three < mostStops; three++) yield { before, way, stops: [one, two, three] };
}

it('has one holder and needs no person, wherever two processes stop while a third takes it', async () => {
  const share = process.env['PROVE'] === undefined ? 41 : 1;
  let count = 0;
  for (const scene of scenes())
    if (count++ % share === 0) expect(await played(scene), JSON.stringify(scene)).toEqual([]);
});
