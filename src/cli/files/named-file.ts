import path from 'node:path';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { diskWords } from './disk-failure.ts';
import { readDocument } from './read-document.ts';

interface Named {
  /** What it is called in a message: "the token file `x`". */
  readonly what?: string;
  readonly help?: string;
}

/** The text of a file that someone named, as UTF-8. Throws `UserError` 64 for what cannot be read, and never waits for it. */
export function readNamedFile(
  io: Pick<Io, 'cwd'>,
  file: string,
  { what = `\`${file}\``, help }: Named = {},
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
