import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Io } from '../model/io.ts';
import { cannotWrite } from './disk-failure.ts';
import { refuseTarget } from './refuse-target.ts';

/** Sends a command's result to stdout, or to the file of `-o`. */
export function writeResult(io: Io, text: string, output: string | undefined): void {
  if (output === undefined) {
    io.stdout(text);
    return;
  }
  refuseTarget(io, output);
  try {
    writeFileSync(path.resolve(io.cwd, output), text);
  } catch (error) {
    throw cannotWrite(output, error);
  }
}
