import { appendFileSync } from 'node:fs';
import { exitCodes, UserError } from '../model/errors.ts';
import type { OutputName } from './inputs.ts';
import type { Runner } from './runner.ts';

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

function append(file: string, text: string): void {
  try {
    appendFileSync(file, text);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new UserError(exitCodes.disk, `cannot write \`${file}\`: ${code}`, { cause: error });
  }
}
