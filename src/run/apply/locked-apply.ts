import { unlessAborted } from '../../text/waits/unless-aborted.ts';
import type { WriteApi } from '../../model/api.ts';
import { ApiError, LedgerError, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerHolder } from '../../model/ledger/ledger-store.ts';
import type { ShardToLock } from '../../model/ledger/shard.ts';
import type { RunSkip } from '../../model/plan/run-event.ts';
import type { Environment } from '../../model/workspace/environment.ts';
import { skipText } from '../../report/plan/words/skip-text.ts';
import { inertLine } from '../../report/text/inert.ts';
import { connectForWriting, type Connection } from '../session/api/connect.ts';
import { followRun, type RunFollower } from '../session/follow-run.ts';
import { openStore } from '../session/ledger/open-ledger-store.ts';
import type { Run } from '../session/run.ts';
import type { ApplyChoices } from './apply-options.ts';
import { startReading } from '../plan/start-reading.ts';
import { laterBy } from '../../remote/api/service-time.ts';
import { finalCode } from './run-end.ts';
import type { ApplyJob } from './apply-job.ts';
import { refuseClosed } from './closed-now.ts';
import { withLockedApi, type LockedApi, type LockedWork } from './with-locked-api.ts';
import { followNotification } from './notifications.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import type { Address } from '../../model/workspace/address.ts';

const youngMs = 15 * 60_000;

/** Another run that takes over the lock of a dead one needs a moment. */
const attempts = 4;
const betweenMs = 300;

type LockedToWrite = LockedApi<Connection<WriteApi>>;

interface ToApply extends Pick<LockedWork<Connection<WriteApi>>, 'check' | 'opened'> {
  readonly choices: Pick<ApplyChoices, 'auto' | 'shard'>;
  /** The shard that alone is locked. Called after what would refuse any apply; throws if the API is not set. */
  readonly shardToLock?: () => ShardToLock | undefined;
}

/**
 * An apply of any form: under the lock, with a connection that can write; the webhooks are told once both are given
 * back. `work` gets the run whose events they are told of.
 */
export async function lockedApply(
  asked: Run,
  { choices, shardToLock, ...toApply }: ToApply,
  work: (run: Run, locked: LockedToWrite) => Promise<number>,
): Promise<number> {
  const closed = refuseClosed(asked, choices);
  const followers = [sayingHowFar(closed.environment), followNotification(closed, choices)];
  return followRun(closed.io, followers, (io) => {
    const run = { ...closed, io };
    const locked = { ...toApply, verb: 'apply', connect: connectForWriting, shard: shardToLock?.() };
    const apply = () => withLockedApi(run, locked, (api) => work(run, api));
    return choices.auto === true ? pastLiveRun(run, locked.shard, apply) : apply();
  });
}

/** Reads the live objects for an apply. A signal ends the reading. */
export async function readLocked(run: Run, locked: LockedToWrite): Promise<LockedToWrite & LiveToApply> {
  const { api, progress } = locked.connection;
  const reading = await startReading({ ...run, ledger: locked.ledger, api });
  const live = await untilStopped(run.io, reading.live());
  const skew = api.skew();
  const readAt = laterBy(new Date(locked.lock.run.at), skew);
  return { ...locked, api, progress, live, readAt, skew };
}

interface LiveToApply extends Pick<ApplyJob, 'api' | 'progress' | 'live' | 'readAt'> {
  readonly skew: number | undefined;
}

/** Waits for work that nothing is lost by giving up. Throws `UserError` as soon as a signal tells the run to end. */
function untilStopped<Result>(io: Io, work: Promise<Result>): Promise<Result> {
  // Read here: from now on a signal no longer ends the process, so that the lock is given back.
  return unlessAborted(io.signal, work, () => {
    throw new UserError(
      finalCode(io, exitCodes.interrupted),
      'interrupted while reading the API: nothing was applied',
    );
  });
}

/** An error that ends the run says what was applied before it. */
function sayingHowFar({ name }: Pick<Environment, 'name'>): RunFollower {
  const begun: Address[] = [];
  return {
    tell: (event) => {
      if (event.event === 'step-started') begun.push(event.step.address);
    },
    end: (_, error) => {
      if (!(error instanceof UserError || error instanceof ApiError)) return;
      const errorText = [error.message, error instanceof UserError ? error.help : ''].join(' ');
      if (begun.length === 0 && /nothing was [a-z]+/i.test(errorText)) return;
      error.ending = begun.length === 0 ? `Nothing was applied to ${name}.` : begunText(begun);
    },
  };
}

const mostNamed = 10;

function begunText(begun: readonly Address[]): string {
  const more = begun.length - mostNamed;
  const named = [...begun.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return `Begun before that: ${named}. The next run settles what has no outcome.`;
}

/**
 * Does the work; beside a run that has the lock, says so in one line and succeeds.
 *
 * `apply --auto` beside another run: a scheduler starts the command again soon, so a lock in use is not a failure. A
 * run that may be dead is: nothing would be applied any more, and only its refusal shows that. A process of this
 * machine is known to run or not. Of one elsewhere only the age of its lock is known: a young lock counts as in use, an
 * old one is refused as always. Nothing is taken over because of an age: it only chooses the exit code. Of several runs
 * in the way, as shards may be, one that may be dead decides.
 */
async function pastLiveRun(
  run: Run,
  shard: ShardToLock | undefined,
  work: () => Promise<number>,
): Promise<number> {
  const { io } = run;
  const environment = run.environment.name;
  const holdersNow = async (): Promise<readonly LedgerHolder[]> =>
    (await openStore(run)).holders(environment, shard);
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isAboutLock(error)) throw error;
      const now = error.isOvertaken ? [] : await holdersNow();
      if (now.some(({ isRunning }) => isRunning === false) && attempt < attempts) {
        await io.clock.sleep(betweenMs);
        continue;
      }
      if (!now.every((holder) => isLive(holder, io.clock.now()))) throw error;
      const [first] = now;
      const { hasOtherInputs = false } = first ?? {};
      const why: RunSkip = { code: 'locked', run: first?.run ?? error.holder, hasOtherInputs };
      io.tell?.({ event: 'skipped', environment, why });
      io.stdout(`${inertLine(skipText({ environment, why }))}\n`);
      return exitCodes.ok;
    }
  }
}

/** Only a refusal of the lock names its holder; nothing was done then. */
function isAboutLock(error: unknown): error is LedgerError {
  return error instanceof LedgerError && (error.isOvertaken || error.holder !== undefined);
}

function isLive({ run, isRunning }: LedgerHolder, now: Date): boolean {
  if (isRunning !== undefined) return isRunning;
  return run !== undefined && Math.abs(now.getTime() - Date.parse(run.at)) < youngMs;
}
