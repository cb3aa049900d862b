import { clip } from '../model/problem.ts';
import { errorCode } from '../text/system/system-errors.ts';
import { exitCodes, LedgerError } from '../model/errors.ts';
import type { RunAbout } from '../model/ledger/journal.ts';
import { withoutUndefined } from '../text/json/json-access.ts';

const words: Readonly<Record<string, string>> = {
  EACCES: 'it may not be touched by this user',
  EDQUOT: 'the quota of this user is used up',
  EFBIG: 'the file would be larger than this process may write',
  EIO: 'the disk fails',
  EISDIR: 'it is a folder',
  EMLINK: 'it is a symbolic link',
  ELOOP: 'it is a symbolic link',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'something in its path is not a folder',
  EPERM: 'the file system does not allow it',
  EROFS: 'the file system is read-only',
};

/** The error for a failed disk operation. `file` is relative to the workspace's root. */
export function diskError(
  verb: 'read' | 'lock' | 'write',
  file: string,
  error: unknown,
  help?: string,
): LedgerError {
  if (error instanceof LedgerError) return error;
  const code = errorCode(error, 'unknown error');
  const message = `cannot ${verb} \`${file}\`: ${words[code] ?? code}`;
  return new LedgerError(exitCodes.disk, message, { cause: error, ...withoutUndefined({ help }) });
}

/** The error for a state in which continuing is not safe (exit 5). `holder`: the run that has the lock. */
export function unsafeError(message: string, help: string, holder?: RunAbout): LedgerError {
  return new LedgerError(exitCodes.unsafe, message, { help, holder });
}

/** Throws for an environment whose name cannot be that of a folder, or is `taken` by a file beside the folders. */
export function refuseFolderName(environment: string, taken?: string): void {
  if (/^[A-Za-z0-9][A-Za-z0-9_.-]*$/.test(environment) && environment !== taken) return;
  throw unsafeError(
    `the environment \`${clip(environment, 40)}\` cannot be the name of a folder`,
    'name it with letters, digits, `-`, `_` and `.`',
  );
}

/** The error for a lost lock: the next write could overwrite that of another run. */
export function lockRemoved(): LedgerError {
  return unsafeError(
    'the ledger lock was removed while this run held it',
    'the ledger is as the last write left it; another run may be in progress: wait for it, then run `edgewright plan`',
  );
}

/** The id of a run if it is one: it becomes part of a command. */
export function runIdOf(run: RunAbout): string | undefined {
  return /^[A-Za-z0-9-]{1,64}$/.test(run.id) ? run.id : undefined;
}

/** The beginning of every refusal because of a lock, by which the page of messages finds it. */
export function isLocked(environment: string): string {
  return `the ledger of \`${environment}\` is locked`;
}

/** The error for the ledger of an environment that another run has locked in a shared store. */
export function lockedBy(
  environment: string,
  { words, run }: { readonly words: string; readonly run: RunAbout | undefined },
  unlockCommand: string,
): LedgerError {
  return unsafeError(
    `${isLocked(environment)} by ${words}`,
    `wait for it to end; once it is certain that it does not run any more, remove its lock with \`${unlockCommand}\``,
    run,
  );
}

/** The error for a lock in a shared store that could not be given back; `once`: when it can be removed. */
export function notReleased(
  {
    environment,
    unlockCommand,
  }: { readonly environment: string; readonly unlockCommand: (run: string) => string },
  run: RunAbout,
  { cause, once }: { readonly cause: LedgerError; readonly once: string },
): LedgerError {
  return new LedgerError(
    cause.exitCode,
    `the ledger lock of \`${environment}\` could not be given back: ${cause.message}`,
    { cause, help: `once ${once}, remove it with \`${unlockCommand(run.id)}\`` },
  );
}
