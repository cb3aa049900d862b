import { appendFileSync, fsyncSync, lstatSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { usageError } from '../../../model/errors.ts';
import type { Io, OutputKind } from '../../../model/io.ts';
import { refuseTarget } from './refuse-target.ts';
import { putInPlace } from './replace-file.ts';
import { cannotWrite } from './cannot-write.ts';

/**
 * Atomically writes a file that only this user may read: after a crash it has the old content or all of the new one.
 */
export function writePrivateFile(io: Io, file: string, text: string): void {
  refuseTarget(io, file);
  const target = path.resolve(io.cwd, file);
  refuseDevice(file, target);
  try {
    putInPlace(target, 0o600, (descriptor) => {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    });
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

/** Refuses to replace a device: as root this would replace even `/dev/null`, for every process of the machine. */
function refuseDevice(file: string, target: string): void {
  const stats = lstatSync(target, { throwIfNoEntry: false });
  if (stats === undefined || stats.isFile()) return;
  throw usageError(`\`${file}\` is not a file that can be replaced`, 'name a new file. Nothing was written');
}

/** GitHub drops the summary of a step that is larger than 1 MiB; a little is left for masked secrets. */
const mostBytes = 1024 * 1024 - 4096;

/**
 * Writes a command's result to stdout or to the file of `-o`, without known secrets. The summary page of a GitHub step
 * is appended to; if it has no room left, a warning says so, because one byte more would make GitHub drop all of it.
 */
export function writeResult(io: Io, text: string, output: string | undefined, as?: OutputKind): void {
  if (output === undefined) {
    io.stdout(text, as);
    return;
  }
  refuseTarget(io, output);
  const clean = io.secrets?.clean(text) ?? text;
  const target = path.resolve(io.cwd, output);
  try {
    if (isStepSummary(io, target)) append(io, target, clean);
    else writeFileSync(target, clean);
  } catch (error) {
    throw cannotWrite(output, error);
  }
}

function append(io: Io, target: string, text: string): void {
  // Nothing is left of a report that was shortened for a page without room.
  if (text === '' || Buffer.byteLength(text) > (summaryRoom(io, target) ?? 0)) {
    io.stderr('warning: the step summary is full; this report was not added to it\n');
    return;
  }
  appendFileSync(target, endsInLine(target) ? text : `\n${text}`);
}

/** Our text begins with a heading, which must begin a line. */
function endsInLine(target: string): boolean {
  try {
    const last = readFileSync(target).at(-1);
    return last === undefined || last === 0x0a;
  } catch {
    // The file does not exist yet, or the write will report why it cannot be opened.
    return true;
  }
}

/** Whether a file is the summary page of a GitHub step: results are appended to those of other commands. */
function isStepSummary({ cwd, env }: Pick<Io, 'cwd' | 'env'>, file: string): boolean {
  const summary = env['GITHUB_STEP_SUMMARY'];
  return summary !== undefined && summary !== '' && path.resolve(cwd, summary) === path.resolve(cwd, file);
}

/**
 * Removes a result of an earlier run, or a file of that name in the checkout, before anything is done: nothing reads it
 * as the result of a run that fails. The summary page of a step and devices stay.
 */
export function removeEarlier(io: Pick<Io, 'cwd' | 'env'>, file: string): void {
  const target = path.resolve(io.cwd, file);
  if (isStepSummary(io, target) || lstatSync(target, { throwIfNoEntry: false })?.isFile() !== true) return;
  try {
    rmSync(target);
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

/** The number of bytes that can still be appended to the summary page; undefined for any other file. */
export function summaryRoom(io: Pick<Io, 'cwd' | 'env'>, file: string | undefined): number | undefined {
  if (file === undefined || !isStepSummary(io, file)) return undefined;
  const size = statSync(path.resolve(io.cwd, file), { throwIfNoEntry: false })?.size ?? 0;
  return Math.max(0, mostBytes - size);
}
