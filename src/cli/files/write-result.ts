import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Io, Printed } from '../../model/io.ts';
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
    const target = path.resolve(io.cwd, output);
    writeFileSync(target, io.secrets?.clean(text) ?? text, { flag: isStepSummary(io, target) ? 'a' : 'w' });
  } catch (error) {
    throw cannotWrite(output, error);
  }
}

/** The page that the steps of a GitHub job write together: what is there is another step's. */
function isStepSummary({ cwd, env }: Io, target: string): boolean {
  const summary = env['GITHUB_STEP_SUMMARY'];
  return summary !== undefined && summary !== '' && path.resolve(cwd, summary) === target;
}
