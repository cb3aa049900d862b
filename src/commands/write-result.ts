import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Io } from '../model/io.ts';
import { cannotWrite } from './disk-failure.ts';
import { refuseLinks } from './refuse-links.ts';

/** Sends a command's result to stdout, or to the file of `-o`. */
export function writeResult(io: Io, text: string, output: string | undefined): void {
  if (output === undefined) {
    io.stdout(text);
    return;
  }
  refuseLinkedResult(io, output);
  try {
    writeFileSync(path.resolve(io.cwd, output), text);
  } catch (error) {
    throw cannotWrite(output, error);
  }
}

/**
 * A pull request may bring a link by the name that a job writes to: below the current folder nothing on the way to a
 * result may be one; elsewhere the file itself may not, but for the system's own `/dev/stdout`.
 */
export function refuseLinkedResult(io: Io, output: string): void {
  const target = path.resolve(io.cwd, output);
  const below = path.relative(io.cwd, target);
  const isBelow = below !== '..' && !below.startsWith(`..${path.sep}`) && !path.isAbsolute(below);
  if (isBelow) refuseLinks(io.cwd, below.split(path.sep).join('/'));
  else if (!target.startsWith('/dev/')) refuseLinks(path.dirname(target), path.basename(target));
}
