import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cannotWrite } from '../../cli/files/disk-failure.ts';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { ExtraFile } from './extra-files.ts';

/** Refuses to go on if a file exists: nothing that a person wrote is replaced. */
export function refuseExisting(root: string, files: readonly ExtraFile[], help: string): void {
  const there = files.map(([file]) => file).filter((file) => existsSync(path.join(root, file)));
  if (there.length === 0) return;
  throw new UserError(
    exitCodes.usage,
    `${there.map((file) => `\`${file}\``).join(', ')} ${there.length === 1 ? 'exists' : 'exist'} already`,
    { help },
  );
}

/** Writes all of them or none, so that it can be run again. */
export function writeAllOrNone(io: Io, folder: string, files: readonly ExtraFile[]): void {
  const written: string[] = [];
  try {
    for (const [file, text] of files) {
      write(io, path.join(folder, file), text);
      written.push(file);
    }
  } catch (error) {
    for (const file of written) rmSync(path.resolve(io.cwd, folder, file), { force: true });
    throw error;
  }
}

function write(io: Io, file: string, text: string): void {
  const target = path.resolve(io.cwd, file);
  try {
    mkdirSync(path.dirname(target), { recursive: true });
    const opened = openSync(target, 'wx');
    try {
      writeFileSync(opened, text);
    } catch (error) {
      rmSync(target, { force: true });
      throw error;
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    throw cannotWrite(file, error);
  }
}
