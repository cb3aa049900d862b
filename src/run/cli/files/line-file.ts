import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Io } from '../../../model/io.ts';
import { cannotWrite } from './disk-failure.ts';
import { refuseTarget } from './refuse-target.ts';

/** A result that grows while a command runs. */
export interface LineFile {
  /** Adds lines, without known secrets. Never throws: once a write has failed, nothing more is written. */
  readonly append: (lines: string) => void;
  /** The error that ended it. */
  readonly failure: () => Error | undefined;
}

/** Empties the file, or throws. */
export function openLineFile(io: Io, file: string): LineFile {
  refuseTarget(io, file);
  const target = path.resolve(io.cwd, file);
  let failure: Error | undefined;
  const write = (act: () => void): void => {
    try {
      if (failure === undefined) act();
    } catch (error) {
      failure = cannotWrite(file, error);
    }
  };
  write(() => writeFileSync(target, ''));
  if (failure !== undefined) throw failure;
  return {
    append: (lines) => write(() => appendFileSync(target, io.secrets?.clean(lines) ?? lines)),
    failure: () => failure,
  };
}
