import { existsSync } from 'node:fs';
import path from 'node:path';
import { commandLine, withoutApi } from '../../cli/command-line.ts';
import { emptyLedger } from '../../../ledger/state.ts';
import { LedgerError, UserError, usageError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import type { RunAbout } from '../../../model/ledger/journal.ts';
import type {
  LedgerHolder,
  LedgerLock,
  LedgerStore,
  MayTakeOver,
  RollbackFiles,
} from '../../../model/ledger/ledger-store.ts';
import { shardName, type ShardToLock } from '../../../model/ledger/shard.ts';
import type { LedgerState } from '../../../model/ledger/ledger.ts';
import type { WorkspaceHead } from '../../../model/workspace/workspace.ts';
import { inertLine } from '../../../report/text/inert.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';
import { localOrigin } from '../api/connect.ts';
import type { Run, WorkspaceRun } from '../run.ts';
import { ledgerSettings } from './ledger-settings.ts';
import { runAbout } from './run-about.ts';
import { storeOf, type StorePlace } from './store-of.ts';
import { runInWords } from '../../../text/words/run-in-words.ts';
import { exitCodes } from '../../../model/exit-codes.ts';

const hint = { refused: 'if a concurrency group runs such jobs one at a time, add `--sole-runner`' };

/** The part of a run that says where its ledgers are. */
interface StoreRun extends Pick<WorkspaceRun, 'io' | 'ledger' | 'place'> {
  readonly workspace: Pick<WorkspaceHead, 'root' | 'settings'>;
}

/** The ledger of an environment. A missing one is an error (exit code 5): it is never treated as a first run. */
export async function readLedger(run: Run<WorkspaceHead>): Promise<LedgerState> {
  const store = await openStore(run);
  return (await store.read(run.environment.name)) ?? firstState(run);
}

export interface ToLock {
  /** The command, as the lock and the log name it. */
  readonly verb: string;
  /** Only this shard is locked. */
  readonly shard?: ShardToLock | undefined;
}

/** A ledger that only this run may write, until the lock is released. */
export interface LockedLedger {
  readonly lock: LedgerLock;
  /** As it was when the lock was taken. */
  readonly ledger: LedgerState;
  readonly rollbacks: RollbackFiles;
}

/** Locks the ledger and reads it. The caller releases the lock. */
export async function lockRun(run: Run<WorkspaceHead>, { verb, shard }: ToLock): Promise<LockedLedger> {
  const { io, workspace, environment, ledger: access } = run;
  if (shard !== undefined) refuseShards(run, '--shard');
  const store = await openStore(run);
  const words = shard === undefined ? verb : `${verb} --shard ${shardName(shard)}`;
  const about = {
    ...(await runAbout(io, words, workspace.root)),
    ...withoutUndefined({ outside_window: access.outsideWindow }),
  };
  const ask: Parameters<typeof takeOverRule>[1]['ask'] = async (job) =>
    (await import('../forge/job-word.ts')).askAboutJob(io, job);
  const mayTakeOver = takeOverRule(about, { isSole: access.isSoleRunner, ask });
  const onMissing = (): LedgerState => firstState(run);
  const lock = await store.lock(environment.name, about, { mayTakeOver, onMissing, shard });
  noteTakenOver(io, lock.takenFrom);
  try {
    if (lock.state() === undefined) await lock.replace(onMissing());
    return { lock, ledger: lock.state() ?? onMissing(), rollbacks: lock.rollbacks };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** A note on stderr about the run whose lock was taken over, if there was one. */
export function noteTakenOver(io: Io, from: RunAbout | undefined): void {
  if (from === undefined) return;
  io.stderr(`note: took over the lock of ${inertLine(runInWords(from))}, which has ended\n`);
}

/** Refuses shards in a store whose ledgers have a single lock. */
export function refuseShards(
  { workspace, ledger: { isLocal } }: WorkspaceRun<WorkspaceHead>,
  option: string,
): void {
  const { store } = ledgerSettings(workspace);
  if (!isLocal && store === 'postgres') return;
  throw usageError(
    `${option} requires the \`postgres\` ledger: ${isLocal ? 'that of the built-in mock API' : `the ledger in \`${store}\``} has a single lock`,
    isLocal ? undefined : `to move it: \`edgewright ledger migrate --from ${store} --to postgres\``,
  );
}

export async function openRollbacks(run: Run<WorkspaceHead>): Promise<RollbackFiles> {
  return (await openStore(run)).rollbacks(run.environment.name);
}

/** Creates an empty ledger and returns its place in words. Refuses if there is one. */
export async function createLedger(
  io: Io,
  { environment, ...at }: StorePlace & { readonly environment: string },
): Promise<string> {
  const { root, settings } = at;
  const store = await storeOf(io, at);
  const existing = await store.read(environment);
  if (existing !== undefined) {
    throw new LedgerError(
      exitCodes.unsafe,
      `\`${environment}\` has a ledger already (serial ${existing.serial})`,
      {
        help: 'nothing was changed',
      },
    );
  }
  const run = await runAbout(io, 'ledger init', root);
  const { lineage } = settings;
  await storeLedger(store, emptyLedger({ environment, lineage, api: '' }), run);
  return store.shown(environment);
}

/** Stores a new ledger, under the lock. */
export async function storeLedger(store: LedgerStore, state: LedgerState, run: RunAbout): Promise<void> {
  const lock = await store.lock(state.environment, run);
  try {
    await lock.replace({ ...state, serial: 1 });
  } finally {
    await lock.release();
  }
}

/**
 * The built-in mock API has ledgers of its own (`local`): its ids must never mix with real ones. In CI the file store
 * is used only if it is given explicitly (`ledger`).
 */
export async function openStore({ io, workspace, ledger, place }: StoreRun): Promise<LedgerStore> {
  return storeOf(io, { root: workspace.root, settings: ledgerSettings(workspace), ledger, place });
}

export function lineageOf(workspace: Pick<WorkspaceHead, 'settings'>): string {
  return ledgerSettings(workspace).lineage;
}

function firstState({ workspace, environment: { name }, ledger, place }: Run<WorkspaceHead>): LedgerState {
  if (ledger.isLocal)
    return emptyLedger({ environment: name, lineage: lineageOf(workspace), api: localOrigin });
  // `ledger init` does not use the API, so it has no options for it.
  const init = commandLine(['ledger', 'init', '--env', name], withoutApi(place));
  const rebuild = commandLine(['ledger', 'rebuild', '--env', name], place);
  const { store } = ledgerSettings(workspace);
  const inFiles = path.join(workspace.root, '.edgewright', name, 'ledger.json');
  const move =
    store !== 'file' && existsSync(inFiles)
      ? `the ledger in \`.edgewright/${name}\`: \`edgewright ledger migrate --from file --to ${store}\`; `
      : '';
  throw new LedgerError(
    exitCodes.unsafe,
    `\`${name}\` has no ledger, so it is unknown what is already managed`,
    {
      help: `${move}a first run: \`${init}\`; a lost ledger: \`${rebuild}\``,
    },
  );
}

interface TakeOverQuestion {
  /** `--sole-runner`: this job is the only one of its kind that runs (a concurrency group). */
  readonly isSole: boolean;
  /** The state of a job as the forge knows it. */
  readonly ask: (job: Job) => Promise<'ended' | 'running' | 'unknown'>;
}

/**
 * The verdict of this job on a lock that another job of the repository has: ended or running as the forge says, if it
 * does. Otherwise an earlier job has ended if this one is the sole runner; without the flag, an apply only says that it
 * exists. This says nothing about runs of people, of other repositories, or of jobs beside this one.
 */
function takeOverRule(
  { ci: mine, verb }: RunAbout,
  { isSole, ask }: TakeOverQuestion,
): MayTakeOver | undefined {
  if (mine === undefined) {
    if (isSole) throw notInCi();
    return undefined;
  }
  return async (holder) => {
    const refused = refusalOf(holder, mine);
    if (refused !== undefined) return isSole ? { refused } : 'unknown';
    const word = holder.run?.ci === undefined ? 'unknown' : await ask(holder.run.ci);
    if (word === 'running') return { refused: 'its CI run is still going on' };
    if (word === 'ended' || isSole) return 'ended';
    return verb === 'apply' ? hint : 'unknown';
  };
}

function notInCi(): UserError {
  return usageError(
    '`--sole-runner` is for a job in CI',
    'leave it out: the refusal then names the run and the command that removes its lock',
  );
}

type Job = NonNullable<RunAbout['ci']>;

/** Why the job does not speak for this run; undefined if it does. */
function refusalOf({ run, isRunning }: LedgerHolder, mine: Job): string | undefined {
  const not = '`--sole-runner` does not cover that run';
  if (isRunning === true) return `${not}: its process is still running on this machine`;
  if (run?.ci === undefined) return `${not}: it is not a job in CI`;
  const { url, attempt } = run.ci;
  if (jobsOf(url) !== jobsOf(mine.url)) return `${not}: it is not a job of this repository`;
  if (url !== mine.url) return undefined;
  if (attempt === mine.attempt) return `${not}: it belongs to the same CI run as this one`;
  return Number(attempt) > Number(mine.attempt) ? `${not}: it is a later attempt of this CI run` : undefined;
}

/** The page of all runs or jobs of a repository: the address of one, without its number. */
function jobsOf(url: string): string {
  return url.replace(/\/\d+$/, '');
}
