import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Io, Printed } from '../model/io.ts';
import { cannotWrite } from './disk-failure.ts';
import { refuseTarget } from './refuse-target.ts';

/** Sends a command's result to stdout, or to the file of `-o`. A known secret is in neither. */
export function writeResult(io: Io, text: string, output: string | undefined, as?: Printed): void {
  if (output === undefined) {
    io.stdout(text, as);
    return;
  }
  refuseTarget(io, output);
  try {
    writeFileSync(path.resolve(io.cwd, output), io.secrets?.clean(text) ?? text);
  } catch (error) {
    throw cannotWrite(output, error);
  }
}
