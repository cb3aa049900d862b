import { errorCode } from '../text/system/system-errors.ts';
import { LedgerError } from '../model/errors.ts';
import type { RunAbout } from '../model/ledger/journal.ts';
import { withoutUndefined } from '../text/without-undefined.ts';
import { clip } from '../text/words/clip.ts';
import { exitCodes } from '../model/exit-codes.ts';

const words: Readonly<Record<string, string>> = {
  EACCES: 'this user may not',
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

/** A use of the disk, for messages. `file` is relative to the workspace's root. */
export interface DiskUse {
  readonly verb: 'read' | 'lock' | 'write';
  readonly file: string;
  readonly help?: string | undefined;
}

/** The error for a use of the disk that failed. */
export function diskError({ verb, file, help }: DiskUse, error: unknown): LedgerError {
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
