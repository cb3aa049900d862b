import { statSync } from 'node:fs';
import path from 'node:path';
import type { Io } from '../../model/io.ts';

/** GitHub drops the summary of a step that is larger than 1 MiB; a little is left for masked secrets. */
const mostBytes = 1024 * 1024 - 4096;

/** Whether a file is the summary page of a GitHub step: results are appended to those of other commands. */
export function isStepSummary({ cwd, env }: Pick<Io, 'cwd' | 'env'>, file: string): boolean {
  const summary = env['GITHUB_STEP_SUMMARY'];
  return summary !== undefined && summary !== '' && path.resolve(cwd, summary) === path.resolve(cwd, file);
}

/** The number of bytes that can still be appended to the summary page; undefined for any other file. */
export function summaryRoom(io: Pick<Io, 'cwd' | 'env'>, file: string | undefined): number | undefined {
  if (file === undefined || !isStepSummary(io, file)) return undefined;
  const size = statSync(path.resolve(io.cwd, file), { throwIfNoEntry: false })?.size ?? 0;
  return Math.max(0, mostBytes - size);
}
