/** Processes of one machine that share a lock, run step by step in any order, and killed between any two steps. */
import { fileBackend } from '../../src/ledger/file/file-backend.ts';
import type { LedgerFiles } from '../../src/ledger/file/ledger-files.ts';
import type { Backend } from '../../src/ledger/backend.ts';
import { LedgerError } from '../../src/model/errors.ts';
import type { RunAbout } from '../../src/model/ledger/journal.ts';
import type { Random } from '../model/history/random.ts';
import { errno, openDisk } from '../simulation/world/disk.ts';
import { plainFiles } from '../simulation/world/simulated-files.ts';
import { aRun } from './a-run.ts';

export interface Actor {
  readonly pid: number;
  /** Whether its process has a number that runs. */
  isRunning: boolean;
  /** Whether it was told that it has the lock, and has not begun to give it back. */
  holds: boolean;
  error: LedgerError | undefined;
  /** How many steps it has done. */
  steps: number;
  /** Its next step, if it waits for its turn. */
  next: (() => void) | undefined;
}

export type Script = 'hold' | 'unlock';

export interface Shared {
  readonly actors: readonly Actor[];
  readonly start: (script: Script, unlocked?: RunAbout) => Actor;
  /**
   * One step of an actor, up to the next; `fails`: the step throws an error of the disk, before or after it is done.
   */
  readonly step: (actor: Actor, fails?: 'before' | 'after') => Promise<void>;
  readonly kill: (actor: Actor) => void;
  /** Steps of one actor until it has the lock, or has ended. */
  readonly untilHeld: (actor: Actor) => Promise<void>;
  /** Names in the folder of the ledger. */
  readonly names: () => Promise<readonly string[]>;
  /** The process in the lock. */
  readonly locked: () => Promise<number | undefined>;
}

/** A run has the lock for longer than it takes it. */
const stepsOfHolder = 15;

export const runOf = (pid: number): RunAbout => ({ ...aRun, id: `run${pid}` });

export function shareLock(random: Random, grain: Grain): Shared {
  const disk = plainFiles(openDisk(random));
  const actors: Actor[] = [];
  let nonces = 0;
  let failing: 'before' | 'after' | undefined;

  const waitFor = (actor: Actor): Promise<void> => new Promise((resolve) => (actor.next = resolve));
  const turn = async <Result>(actor: Actor, perform: () => Promise<Result>): Promise<Result> => {
    await waitFor(actor);
    const fails = failing;
    failing = undefined;
    if (fails === 'before') throw errno('EIO');
    const result = await perform();
    if (fails === 'after') throw errno('EIO');
    return result;
  };
  const backendOf = (actor: Actor): Backend =>
    fileBackend({
      root: '/work',
      folder: '.edgewright',
      environment: 'prod',
      files: inTurns(disk, grain, (perform) => turn(actor, perform)),
      host: {
        pid: actor.pid,
        host: 'runner',
        boot: 'boot-1',
        startOf: async (pid) => {
          await waitFor(actor);
          return actors.some((each) => each.pid === pid && each.isRunning) ? 'started' : undefined;
        },
      },
      env: {
        clock: { now: () => new Date(0), sleep: () => Promise.resolve() },
        random: () => Buffer.from((++nonces).toString(16).padStart(32, '0'), 'hex'),
      },
    });
  const play = async (actor: Actor, script: Script, unlocked: RunAbout): Promise<void> => {
    const backend = backendOf(actor);
    try {
      if (script === 'unlock') {
        await backend.unlock(unlocked.id);
        return;
      }
      const lock = await backend.lock(runOf(actor.pid));
      actor.holds = true;
      for (let steps = 0; steps < stepsOfHolder; steps++) await waitFor(actor);
      actor.holds = false;
      await lock.release();
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
      actor.error = error;
    } finally {
      actor.isRunning = false;
      actor.next = undefined;
    }
  };
  const rest = async (): Promise<void> => {
    // Each step ends in at most so many turns of the queue, as all of them are done at once.
    for (let turns = 0; turns < 60; turns++) await Promise.resolve();
  };
  const step: Shared['step'] = async (actor, fails) => {
    const { next } = actor;
    actor.next = undefined;
    failing = fails;
    actor.steps++;
    next?.();
    const isUnderWay = (): boolean => actor.isRunning && actor.next === undefined;
    for (let rounds = 0; isUnderWay() && rounds < 20; rounds++) await rest();
    if (isUnderWay()) throw new Error('a step does not end');
    failing = undefined;
  };
  return {
    actors,
    start: (script, unlocked = aRun) => {
      const actor: Actor = {
        pid: 100 + actors.length,
        isRunning: true,
        holds: false,
        error: undefined,
        steps: 0,
        next: undefined,
      };
      actors.push(actor);
      // The first step begins it.
      void waitFor(actor).then(() => play(actor, script, unlocked));
      return actor;
    },
    step,
    kill: (actor) => {
      actor.isRunning = false;
      actor.next = undefined;
    },
    untilHeld: async (actor) => {
      while (actor.isRunning && !actor.holds) await step(actor);
    },
    names: () => disk.list('/work/.edgewright/prod'),
    locked: async () => {
      const file = '/work/.edgewright/prod/ledger.lock';
      if ((await disk.look(file)) === undefined) return undefined;
      return (JSON.parse(await disk.read(file)) as { pid: number }).pid;
    },
  };
}

/** What touches the lock and its claims is a step of its own: all of it, or what other processes can meet. */
export type Grain = 'fine' | 'coarse';

function inTurns(
  disk: LedgerFiles,
  grain: Grain,
  turn: <Result>(perform: () => Promise<Result>) => Promise<Result>,
): LedgerFiles {
  const reach = <Result>(path: string, perform: () => Promise<Result>): Promise<Result> =>
    path.includes('ledger.lock') && (grain === 'fine' || !path.endsWith('.tmp')) ? turn(perform) : perform();
  const fine = <Result>(perform: () => Promise<Result>): Promise<Result> =>
    grain === 'fine' ? turn(perform) : perform();
  return {
    ...disk,
    look: (path) => (path.includes('ledger.lock') ? fine(() => disk.look(path)) : disk.look(path)),
    read: (path) => reach(path, () => disk.read(path)),
    create: (path) => reach(path, () => disk.create(path)),
    link: (from, to) => reach(to, () => disk.link(from, to)),
    remove: (path) => reach(path, () => disk.remove(path)),
    list: (path) => fine(() => disk.list(path)),
    syncFolder: (path) => fine(() => disk.syncFolder(path)),
  };
}
