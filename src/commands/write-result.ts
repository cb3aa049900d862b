import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { exitCodes, UserError } from '../model/errors.ts';
import type { Io } from '../model/io.ts';

/** Sends a command's result to stdout, or to the file of `-o`. */
export function writeResult(io: Io, text: string, output: string | undefined): void {
  if (output === undefined) {
    io.stdout(text);
    return;
  }
  try {
    writeFileSync(path.resolve(io.cwd, output), text);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new UserError(exitCodes.disk, `cannot write \`${output}\`: ${code}`, { cause: error });
  }
}
