import path from 'node:path';
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
  let read: ReturnType<typeof readDocument>;
  try {
    read = readDocument(io, path.resolve(io.cwd, file));
  } catch (error) {
    throw new UserError(exitCodes.usage, `${what} cannot be read: ${diskWords(error)}`, {
      cause: error,
      ...more,
    });
  }
  if (typeof read === 'string') return read;
  throw new UserError(exitCodes.usage, `${what} cannot be read: it ${read.problem}`, more);
}
