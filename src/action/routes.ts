import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { routesWords } from './command-words.ts';
import type { OutputName } from './inputs.ts';
import type { Inputs } from './read-inputs.ts';
import { runLines } from './run-lines.ts';
import type { StepCommand } from './runner.ts';

/**
 * Writes the routes of each environment of the run into a file. The API cannot list routes, so that these files are what
 * a lost ledger is rebuilt from; they are best kept outside of the store of the ledger.
 */
export async function writeRoutes(
  inputs: Inputs,
  step: StepCommand,
  events: string,
): Promise<Partial<Record<OutputName, string>>> {
  const written: string[] = [];
  for (const environment of environmentsOf(events)) {
    const { exitCode, stdout } = await step.run(routesWords(inputs, environment), 'captured');
    // The command has said on stderr why the ledger cannot be read.
    if (exitCode !== 0) continue;
    const file = path.join(step.folder, `routes-${environment}.txt`);
    writeFileSync(file, stdout);
    written.push(file);
  }
  return written.length === 0 ? {} : { 'routes-path': written.join('\n') };
}

/** The environments that the events of the run name, in their order. */
function environmentsOf(events: string): readonly string[] {
  if (!existsSync(events)) return [];
  const names = runLines(readFileSync(events, 'utf8')).map(({ environment }) => environment);
  return [...new Set(names.filter((name) => name !== undefined))];
}
