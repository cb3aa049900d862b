/**
 * Ledgers on a branch of their own in a git remote: all environments in one branch, each in a folder. A write is one
 * commit, pushed only if the branch is still at the commit it was made on. No working tree, index or reference of the
 * user's repository is touched, and the credential needs to push no other branch.
 */
import type { Backend } from '../backend.ts';
import { isRunning, type ProcessHost, thisProcess } from '../../text/system/run-process.ts';
import { asLedgerError } from './git-failures.ts';
import {
  environmentFiles,
  gitLock,
  heldBy,
  holderIn,
  lockFile,
  type GitHolder,
  type LockedPlace,
} from './git-lock.ts';
import { ledgerBranch, refuseBranchName, type BranchSnapshot, type LedgerBranch } from './ledger-branch.ts';
import { publish } from './publish.ts';
import { joinedText, listTexts } from './text-segments.ts';
import { refuseFolderName } from '../ledger-error.ts';
import type { Env } from '../../model/io.ts';
import type { RunAbout } from '../../model/ledger/journal.ts';
import type { UnlockResult } from '../../model/ledger/ledger-store.ts';
import { runIdOf } from '../run-id.ts';
import type { LedgerGit } from './ledger-git.ts';

/** The id that stands for a lock file that names no run. */
const unknownRun = 'unknown';

export interface GitBackendOptions {
  /** Opened at the first use. */
  readonly git: () => Promise<LedgerGit>;
  readonly branch: string;
  readonly host: ProcessHost;
  readonly env: Env;
  /** Flags appended to each printed command that name this workspace and API. */
  readonly placeFlags?: string;
}

/**
 * The backends of environments. Each asks the remote at its first use, and again when it takes the lock; in between it
 * reads the same commit. Throws `LedgerError` for an invalid name of the branch.
 */
export function gitBackends({
  git,
  branch: name,
  host,
  env,
  placeFlags = '',
}: GitBackendOptions): (environment: string) => Backend {
  refuseBranchName(name);
  let opening: Promise<LedgerBranch> | undefined;
  const open = async (): Promise<LedgerBranch> => ledgerBranch(await git(), name);
  return (environment) => {
    refuseFolderName(environment, 'README.md');
    const shown = (text: string): string => `${name}:${environment}/${text}`;
    const unlockCommand = (id: string): string =>
      `edgewright ledger unlock ${id} --env ${environment}${placeFlags}`;
    const placeOf = async (): Promise<LockedPlace> => {
      const branch = await (opening ??= open());
      return { branch, environment, host, env, shown, unlockCommand };
    };
    return backendOf(placeOf, shown);
  };
}

function backendOf(placeOf: () => Promise<LockedPlace>, shown: (text: string) => string): Backend {
  let view: Promise<BranchSnapshot> | undefined;
  const fetched = async ({ branch }: LockedPlace): Promise<BranchSnapshot> =>
    branch.alone(() => branch.fetch());
  const files = async (): Promise<ReturnType<typeof environmentFiles>> => {
    const place = await placeOf();
    const snapshot = await (view ??= fetched(place));
    return environmentFiles(place.branch, snapshot, place.environment);
  };
  return {
    shown,
    locksWithFirstWrite: true,
    list: (inner) => asLedgerErrors(async () => listTexts(await files(), inner, lockFile)),
    read: (text) => asLedgerErrors(async () => joinedText(await files(), text)),
    lock: (run) =>
      asLedgerErrors(async () => {
        const place = await placeOf();
        const at = await (view = fetched(place));
        const holder = await holderIn(place.branch, at, place.environment);
        if (holder !== undefined) throw heldBy(place, holder);
        const onWritten = (snapshot: BranchSnapshot): void => void (view = Promise.resolve(snapshot));
        const process = await thisProcess(place.host);
        return gitLock(place, { run: { ...run, host: place.host.host }, process, at, onWritten });
      }),
    unlock: (id) => asLedgerErrors(async () => unlockEnvironment(await placeOf(), id)),
    environments: () =>
      asLedgerErrors(async () => {
        const { ids } = await (view ??= fetched(await placeOf()));
        return [...ids.keys()].flatMap((file) => /^([^/]+)\/ledger\.json$/.exec(file)?.[1] ?? []).sort();
      }),
    holders: () =>
      asLedgerErrors(async () => {
        const place = await placeOf();
        const holder = await holderIn(place.branch, await fetched(place), place.environment);
        if (holder === undefined) return [];
        if (holder === 'unknown') return [{ run: undefined }];
        const { run, process } = holder;
        return [{ run, isRunning: await isRunning({ ...process, host: run.host }, place.host) }];
      }),
  };
}

async function asLedgerErrors<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    throw asLedgerError(error);
  }
}

/** Takes the lock away from the run with this id, which can write nothing more. */
async function unlockEnvironment(place: LockedPlace, id: string): Promise<UnlockResult> {
  const { branch, environment, env, host } = place;
  const run: RunAbout = { id, at: env.clock.now().toISOString(), verb: 'ledger unlock', host: host.host };
  return branch.alone(async () => {
    const first = await holderIn(branch, await branch.fetch(), environment);
    if (first === undefined) return 'not-locked';
    if (idIn(first) !== id) return otherThan(place, first);
    await publish(branch, env, {
      environment,
      run,
      what: 'lock removed',
      changes: new Map([[lockFile, 'removed']]),
      check: async (base) => {
        const holder = await holderIn(branch, base, environment);
        if (holder === undefined) return 'needless';
        if (nonceIn(holder) !== nonceIn(first)) throw heldBy(place, holder);
        return 'make';
      },
    });
    return 'unlocked';
  });
}

function otherThan(place: LockedPlace, holder: GitHolder | 'unknown'): UnlockResult {
  if (holder === 'unknown') throw heldBy(place, holder);
  return { other: holder.run };
}

function idIn(holder: GitHolder | 'unknown'): string {
  return holder === 'unknown' ? unknownRun : (runIdOf(holder.run) ?? unknownRun);
}

function nonceIn(holder: GitHolder | 'unknown'): string {
  return holder === 'unknown' ? unknownRun : holder.holder;
}
