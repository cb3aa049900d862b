import { drawNonce } from '../../derive/forms/marker.ts';
import type { BackendLock, Write } from '../backend.ts';
import { type ProcessHost, processIn, type RunProcess } from '../../text/system/run-process.ts';
import { asLedgerError } from './git-failures.ts';
import { folderId, type BranchSnapshot, type LedgerBranch } from './ledger-branch.ts';
import { publish, writesInWords } from './publish.ts';
import { fileChanges, type EnvironmentFiles } from './text-segments.ts';
import { unsafeError } from '../ledger-error.ts';
import { isRunAbout } from '../shapes.ts';
import { LedgerError } from '../../model/errors.ts';
import type { Env } from '../../model/io.ts';
import type { RunAbout } from '../../model/ledger/journal.ts';
import type { Json } from '../../model/value.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { runInWords } from '../../text/words/run-in-words.ts';
import { isLocked, lockedBy, lockRemoved, notReleased } from '../lock-error.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import { runIdOf } from '../run-id.ts';

export const lockFile = 'lock.json';

export interface LockedPlace {
  readonly branch: LedgerBranch;
  readonly environment: string;
  readonly host: ProcessHost;
  readonly env: Env;
  readonly shown: (name: string) => string;
  readonly unlockCommand: (run: string) => string;
}

interface GitLockJob {
  readonly run: RunAbout;
  readonly process: RunProcess;
  /** The branch as it was read: without a lock of another run. */
  readonly at: BranchSnapshot;
  /** Called with the branch after each write. */
  readonly onWritten: (snapshot: BranchSnapshot) => void;
}

/**
 * Takes the git lock. It is written by the first write, in the same commit: a run that records nothing leaves no trace.
 * Until then nothing of the environment may have changed since it was read. From then on every push proves that the
 * lock is still ours, because the environment must be as this run left it.
 */
export function gitLock(place: LockedPlace, { run, process, at, onWritten }: GitLockJob): BackendLock {
  const { branch, environment, env, shown } = place;
  const mine: GitHolder = { holder: drawNonce(env), run, process };
  let left = at;
  let isWritten = false;
  let failure: LedgerError | undefined;
  /** Whether a lock file of ours can be on the branch. */
  let mayBeThere = false;

  const check = async (base: BranchSnapshot): Promise<'make'> => {
    if (folderId(base, environment) === folderId(left, environment)) return 'make';
    const holder = await holderIn(branch, base, environment);
    if (!isWritten) throw overtaken(environment, holder);
    throw holder !== undefined && holder !== 'unknown' && holder.holder === mine.holder
      ? changedElsewhere(shown)
      : lockRemoved();
  };
  const write = async (writes: readonly Write[]): Promise<void> => {
    if (failure !== undefined) throw failure;
    if (writes.length === 0) return;
    try {
      const files = environmentFiles(branch, left, environment);
      const changes = new Map(await fileChanges(files, writes, shown));
      if (!isWritten) changes.set(lockFile, { text: holderText(mine) });
      mayBeThere = true;
      const what = writesInWords(writes);
      left = await publish(branch, env, { environment, run, what, changes, check });
      isWritten = true;
      onWritten(left);
    } catch (error) {
      failure = asLedgerError(error);
      throw failure;
    }
  };

  const release = async (): Promise<void> => {
    if (!mayBeThere) return;
    try {
      if (failure !== undefined) await branch.fetch();
      const isMine = async (base: BranchSnapshot): Promise<'make' | 'needless'> => {
        const holder = await holderIn(branch, base, environment);
        return typeof holder === 'object' && holder.holder === mine.holder ? 'make' : 'needless';
      };
      const changes = new Map([[lockFile, 'removed' as const]]);
      onWritten(await publish(branch, env, { environment, run, what: 'end', changes, check: isMine }));
      mayBeThere = false;
    } catch (error) {
      throw notReleased(place, run, { cause: asLedgerError(error), once: 'the remote accepts pushes again' });
    }
  };
  return {
    write: (writes) => branch.alone(() => write(writes)),
    reserve: () => Promise.resolve(),
    release: () => branch.alone(release),
  };
}

/** The holder of an environment's lock; `unknown` if the file names none. */
export async function holderIn(
  branch: LedgerBranch,
  { ids }: BranchSnapshot,
  environment: string,
): Promise<GitHolder | 'unknown' | undefined> {
  const id = ids.get(`${environment}/${lockFile}`);
  return id === undefined ? undefined : (parseHolder(await branch.read(id)) ?? 'unknown');
}

/** The error for a lock that another run has. */
export function heldBy(
  { environment, shown, unlockCommand }: LockedPlace,
  holder: GitHolder | 'unknown',
): LedgerError {
  const id = holder === 'unknown' ? undefined : runIdOf(holder.run);
  if (holder === 'unknown' || id === undefined) {
    return unsafeError(
      `${isLocked(environment)}, and \`${shown(lockFile)}\` does not say by which run`,
      `once it is certain that no run is going on, remove the lock with \`${unlockCommand('unknown')}\``,
    );
  }
  const { run } = holder;
  return lockedBy(environment, { words: runInWords(run), run }, unlockCommand(id));
}

/** The lock was lost before it was ever written: nothing has been done yet. */
function overtaken(environment: string, holder: GitHolder | 'unknown' | undefined): LedgerError {
  const message =
    typeof holder === 'object'
      ? `another run took the ledger lock of \`${environment}\` first: ${runInWords(holder.run)}`
      : `the ledger of \`${environment}\` was changed by another run after this one read it`;
  return new LedgerError(exitCodes.unsafe, message, {
    help: 'this run recorded nothing and sent no request; run it again once the other one has ended',
    holder: typeof holder === 'object' ? holder.run : undefined,
    isOvertaken: true,
  });
}

function changedElsewhere(shown: (name: string) => string): LedgerError {
  return unsafeError(
    `\`${shown('')}\` was changed while this run held the lock: something else wrote it`,
    'this run stops recording; see `git log` of the branch, then run `edgewright plan`',
  );
}

export function environmentFiles(
  { read }: Pick<LedgerBranch, 'read'>,
  { ids }: BranchSnapshot,
  environment: string,
): EnvironmentFiles {
  const folder = `${environment}/`;
  return {
    paths: () =>
      [...ids.keys()].flatMap((path) => (path.startsWith(folder) ? [path.slice(folder.length)] : [])),
    idOf: (path) => ids.get(folder + path),
    read,
  };
}

/** The lock holder, as stored in the lock file. */
export interface GitHolder {
  /** 128 bits in hex: the same run never has it twice. */
  readonly holder: string;
  readonly run: RunAbout;
  readonly process: RunProcess;
}

function holderText({ holder, run, process }: GitHolder): string {
  return `${JSON.stringify({ holder, run, process }, undefined, 2)}\n`;
}

/** Undefined for a lock file that names no holder. */
function parseHolder(text: string): GitHolder | undefined {
  try {
    const value = JSON.parse(text) as Json;
    if (!isJsonMap(value)) return undefined;
    const { holder, run } = value;
    const process = processIn(value['process']);
    return typeof holder === 'string' && isRunAbout(run) && process !== undefined
      ? { holder, run, process }
      : undefined;
  } catch {
    return undefined;
  }
}
