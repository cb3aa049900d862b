import { exitCodes, UserError } from '../../../model/errors.ts';

const words: Readonly<Record<string, string>> = {
  EACCES: 'this user may not',
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
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
  return words[code] ?? code;
}

/** The error for a file that could not be written (exit code 74), by the name the user gave it. */
export function cannotWrite(file: string, error: unknown): UserError {
  return new UserError(exitCodes.disk, `cannot write \`${file}\`: ${diskWords(error)}`, { cause: error });
}
