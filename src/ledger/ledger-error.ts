import { errorCode } from '../domain/system-errors.ts';
import { exitCodes, LedgerError } from '../model/errors.ts';
import type { RunAbout } from '../model/journal/journal.ts';

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
  return new LedgerError(exitCodes.disk, message, { cause: error, ...(help === undefined ? {} : { help }) });
}

/** The error for a state in which continuing is not safe (exit 5). `holder`: the run that has the lock. */
export function unsafeError(message: string, help: string, holder?: RunAbout): LedgerError {
  return new LedgerError(exitCodes.unsafe, message, { help, holder });
}

/** The error for a lost lock: the next write could overwrite that of another run. */
export function lockRemoved(): LedgerError {
  return unsafeError(
    'the ledger lock was removed while this run held it',
    'the ledger is as the last write left it; another run may be in progress: wait for it, then run `edgewright plan`',
  );
}
