import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { exitCodes, UserError } from '../model/errors.ts';
import type { OutputName } from './inputs.ts';
import type { Runner } from './runner.ts';

/** Above this size the runner drops the whole summary of the step. */
const mostBytes = 1024 * 1024;

/** Writes the outputs of the step. The delimiter is random, so that no value can end it and set another output. */
export function writeOutputs(
  { env, random }: Runner,
  outputs: Readonly<Partial<Record<OutputName, string>>>,
): void {
  const { GITHUB_OUTPUT: file = '' } = env;
  if (file === '') return;
  const lines = Object.entries(outputs).map(([name, value]) => {
    const end = `edgewright-${random(16)}`;
    return `${name}<<${end}\n${value}\n${end}\n`;
  });
  append(file, lines.join(''));
}

/** Adds a text to the summary of the job, after what earlier commands of this step have written. */
export function addSummary({ env }: Runner, file: string): void {
  const { GITHUB_STEP_SUMMARY: summary = '' } = env;
  if (summary === '' || !existsSync(file)) return;
  const before = statSync(summary, { throwIfNoEntry: false })?.size ?? 0;
  const text = readFileSync(file, 'utf8');
  const fits = before + Buffer.byteLength(text) + 2 <= mostBytes;
  append(
    summary,
    fits ? `${text}\n` : 'The summary is too long for this page; the log of the step has it.\n',
  );
}

function append(file: string, text: string): void {
  try {
    appendFileSync(file, text);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new UserError(exitCodes.disk, `cannot write \`${file}\`: ${code}`, { cause: error });
  }
}
