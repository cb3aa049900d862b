import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Io, Printed } from '../../model/io.ts';
import { cannotWrite } from './disk-failure.ts';
import { refuseTarget } from './refuse-target.ts';

/** Writes a command's result to stdout or to the file of `-o`, without known secrets. */
export function writeResult(io: Io, text: string, output: string | undefined, as?: Printed): void {
  if (output === undefined) {
    io.stdout(text, as);
    return;
  }
  refuseTarget(io, output);
  try {
    const target = path.resolve(io.cwd, output);
    writeFileSync(target, io.secrets?.clean(text) ?? text, { flag: isStepSummary(io, target) ? 'a' : 'w' });
  } catch (error) {
    throw cannotWrite(output, error);
  }
}

/** The summary page shared by the steps of a GitHub job: results are appended to those of other steps. */
function isStepSummary({ cwd, env }: Io, target: string): boolean {
  const summary = env['GITHUB_STEP_SUMMARY'];
  return summary !== undefined && summary !== '' && path.resolve(cwd, summary) === target;
}
