import { exitCodes, UserError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import { diskWords } from '../../../domain/system-errors.ts';
import { readDocument } from './read-document.ts';

interface FileWords {
  /** Its name in messages: "the token file `x`". */
  readonly what?: string;
  readonly help?: string;
}

/** The UTF-8 text of a file named by the user. Throws `UserError` 64 if it cannot be read; never blocks. */
export function readNamedFile(
  io: Pick<Io, 'cwd'>,
  file: string,
  { what = `\`${file}\``, help }: FileWords = {},
): string {
  const more = help === undefined ? {} : { help };
  const read = readFromDisk(io, file, what, more);
  if (typeof read === 'string') return read;
  throw new UserError(exitCodes.usage, `${what} cannot be read: it ${read.problem}`, more);
}

/** Reads a document. Throws `UserError` 64 for an error of the disk. */
export function readFromDisk(
  io: Pick<Io, 'cwd'>,
  file: string,
  what: string,
  more: { readonly help?: string },
): ReturnType<typeof readDocument> {
  try {
    return readDocument(io, file);
  } catch (cause) {
    throw new UserError(exitCodes.usage, `${what} cannot be read: ${diskWords(cause)}`, { cause, ...more });
  }
}
