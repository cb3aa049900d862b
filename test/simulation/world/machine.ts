import type { Random } from '../../model/history/random.ts';
import { openDisk, type Disk } from './disk.ts';
import { drawFaults, isAnywhere, type Fault, type Faults, type Point } from './faults.ts';
import { newProcess, type Process } from './process.ts';
import { openTimeline, type Timeline } from './timeline.ts';

/** A machine with its processes, its disk and its misfortunes, in virtual time. */
export interface Machine {
  readonly random: Random;
  readonly time: Timeline;
  readonly disk: Disk;
  readonly faults: Faults;
  readonly processes: readonly Process[];
  /** Differs between boots. */
  readonly boot: () => string;
  readonly start: (verb: string, environment: string) => Process;
  /**
   * A step of a process: `perform` happens at some time from now on, unless a fault is in the way. `other` does what
   * is special at this point, and says whether the promise settles by itself.
   */
  readonly reach: <Result>(process: Process, point: Point, step: Step<Result>) => Promise<Result>;
  /** Calls `act` later, in a process that is alive and not stopped then. */
  readonly later: (process: Process, milliseconds: number, act: () => void) => void;
  /** Strikes a process with a fault that may happen anywhere; false for other faults. */
  readonly strike: (process: Process, point: Point, fault: Fault | undefined) => boolean;
  readonly say: (who: string, what: string) => void;
  readonly story: readonly string[];
  readonly hooks: Hooks;
}

interface Step<Result> {
  readonly perform: () => Result;
  readonly fail?: (fault: Fault) => Result;
}

/** Set by the scenario. */
export interface Hooks {
  startSecond: (environment: string) => void;
  removeLock: (environment: string) => void;
}

const beginning = Date.parse('2026-01-02T03:04:05Z');

export function openMachine(seed: number, random: Random, isTold: boolean): Machine {
  const time = openTimeline(beginning);
  const disk = openDisk(random);
  const faults = drawFaults(seed, random);
  const processes: Process[] = [];
  const story: string[] = [];
  const hooks: Hooks = { startSecond: () => undefined, removeLock: () => undefined };
  let boots = 1;
  let lastPid = 100;

  const say = (who: string, what: string): void => {
    if (!isTold) return;
    const at = ((time.now() - beginning) / 1000).toFixed(3).padStart(10);
    story.push(`${at} s  ${who.padEnd(10)} ${what}`);
  };
  const die = (process: Process): void => {
    if (process.state !== 'running') return;
    process.state = 'dead';
    process.over();
  };
  const later = (process: Process, milliseconds: number, act: () => void): void => {
    time.after(milliseconds, () => {
      if (process.state === 'dead') return;
      const left = process.stoppedUntil - time.now();
      if (left > 0) later(process, left, act);
      else act();
    });
  };
  const strike = (process: Process, point: Point, fault: Fault | undefined): boolean => {
    if (fault === undefined || !isAnywhere(fault)) return false;
    switch (fault) {
      case 'kill':
        say(process.name, `KILLED at ${point}`);
        die(process);
        return true;
      case 'power':
        say('machine', `POWER LOST, ${process.name} at ${point}`);
        for (const each of processes) die(each);
        disk.losePower();
        disk.space = Infinity;
        boots++;
        return true;
      case 'stop':
      case 'unlock': {
        const milliseconds = random.pick([1_000, 20_000, 70_000, 300_000]);
        say(process.name, `STOPPED for ${milliseconds / 1000} s at ${point}`);
        process.stoppedUntil = time.now() + milliseconds;
        if (fault === 'unlock') {
          process.wasUnlocked = true;
          time.after(random.below(milliseconds), () => hooks.removeLock(process.environment));
        }
        if (fault === 'unlock' || random.chance(0.5))
          time.after(random.below(milliseconds * 2), () => hooks.startSecond(process.environment));
        return true;
      }
      case 'second':
        say(process.name, `a second one starts at ${point}`);
        hooks.startSecond(process.environment);
        return true;
    }
  };
  return {
    random,
    time,
    disk,
    faults,
    processes,
    boot: () => `boot ${boots}`,
    start: (verb, environment) => {
      lastPid++;
      const process = newProcess({
        name: `${verb} ${processes.length + 1}`,
        pid: lastPid,
        environment,
        startedAt: time.now(),
      });
      processes.push(process);
      return process;
    },
    later,
    strike,
    reach: (process, point, { perform, fail }) =>
      new Promise((resolve, reject) => {
        const refuse: (error: unknown) => void = reject;
        // Some faults strike before the step is done, some between that and its result.
        later(process, random.below(4), () => {
          const fault = faults.at(point);
          if (fault === undefined) {
            settleNow(perform, resolve, reject);
            return;
          }
          const isBefore = random.chance(0.5);
          const settle = (): void => {
            const done = fail !== undefined && !isAnywhere(fault) ? () => fail(fault) : perform;
            settleNow(
              done,
              (result) => later(process, 0, () => resolve(result)),
              (error) => later(process, 0, () => refuse(error)),
            );
          };
          if (!isAnywhere(fault)) say(process.name, `${fault.toUpperCase()} at ${point}`);
          if (!isBefore) settle();
          strike(process, point, fault);
          if (isBefore) later(process, 0, settle);
        });
      }),
    say,
    story,
    hooks,
  };
}

function settleNow<Result>(
  perform: () => Result,
  resolve: (result: Result) => void,
  reject: (error: unknown) => void,
): void {
  try {
    resolve(perform());
  } catch (error) {
    reject(error);
  }
}
