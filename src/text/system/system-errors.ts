/* Codes of system errors: in words, and those that mean something else on Windows than on Linux and macOS. */

const words: Readonly<Record<string, string>> = {
  EACCES: 'this user may not',
  EADDRINUSE: 'the port is in use',
  EDQUOT: 'the quota of this user is used up',
  EEXIST: 'something else is in its place, or in that of its folder',
  EFBIG: 'the file would be larger than this process may write',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a symbolic link',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'something in its path is not a folder',
  EPERM: 'the file system does not allow it',
  EROFS: 'the file system is read-only',
};

/** A disk error in words, or its code if there are none. */
export function diskWords(error: unknown): string {
  const code = errorCode(error);
  return words[code] ?? (code || 'unknown error');
}

/** Waits between attempts to replace a file on Windows, in milliseconds; together about two seconds. */
export const heldOpenWaits: readonly number[] = [10, 20, 50, 100, 200, 400, 600, 600];

/**
 * Whether a file could not be replaced because another program, such as a virus scanner or an editor, has it open. Only
 * Windows refuses that, and only for a moment.
 */
export function isHeldOpen(error: unknown, system: string): boolean {
  return system === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(errorCode(error));
}

/** Whether a folder cannot be flushed to the disk, which Windows never allows. */
export function isUnflushable(error: unknown, system: string): boolean {
  return system === 'win32' && ['EPERM', 'EACCES', 'EISDIR', 'EINVAL'].includes(errorCode(error));
}

/** Whether the reader of a pipe has gone (`| head`); Windows calls that the end of the file. */
export function isClosedPipe(code: string): boolean {
  return code === 'EPIPE' || code === 'EOF';
}

/** The code of a system error, such as `ENOENT`. */
export function errorCode(error: unknown, otherwise = ''): string {
  return (error as NodeJS.ErrnoException).code ?? otherwise;
}
