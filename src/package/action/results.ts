import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { routesWords } from './command-words.ts';
import type { Mode, OutputName } from './inputs.ts';
import type { Inputs } from './read-inputs.ts';
import type { StepCommand } from './runner.ts';

type Results = Partial<Record<OutputName, string>>;

/** The outputs that the JSON of a command gives; none if it was not written, since the command failed before. */
export function resultsOf(mode: Mode, file: string): Results {
  if (!existsSync(file)) return {};
  const text = readFileSync(file, 'utf8');
  switch (mode) {
    case 'plan': {
      const { plans, digest } = JSON.parse(text) as PlanFile;
      const changes = plans.some(({ is_empty: isEmpty }) => !isEmpty);
      return {
        changes: String(changes),
        counts: countsText(plans.map(({ summary }) => summary)),
        'plan-digest': digest,
        'plan-path': file,
      };
    }
    case 'apply': {
      const counts = runLines(text).flatMap(({ event, counts: eventCounts }) =>
        event === 'summary' && eventCounts !== undefined ? [eventCounts] : [],
      );
      return { changes: String(counts.some(hasDone)), counts: countsText(counts) };
    }
    case 'drift': {
      const { drift } = JSON.parse(text) as DriftFile;
      const drifted = drift.filter(({ is_drifted: isDrifted }) => isDrifted);
      return {
        changes: String(drifted.length > 0),
        counts: JSON.stringify({ environments: drift.length, drifted: drifted.length }),
      };
    }
    case 'lint':
    case 'test':
    case 'comment':
    case 'snapshot':
      return {};
  }
}

/** The parts of our JSON that are read here; the schemas in `schemas/` have the rest. */
interface PlanFile {
  readonly digest: string;
  readonly plans: readonly { readonly is_empty: boolean; readonly summary: Counts }[];
}

interface DriftFile {
  readonly drift: readonly { readonly is_drifted: boolean }[];
}

type Counts = Readonly<Record<string, number | string>>;

const done = ['created', 'updated', 'deleted', 'adopted', 'retired', 'forgotten', 'renamed'];

function hasDone(counts: Counts): boolean {
  return done.some((name) => Number(counts[name] ?? 0) > 0);
}

function countsText(all: readonly Counts[]): string {
  const sums: Record<string, number> = {};
  for (const counts of all)
    for (const [name, count] of Object.entries(counts))
      if (typeof count === 'number') sums[name] = (sums[name] ?? 0) + count;
  return JSON.stringify(sums);
}

/**
 * Writes the routes of each environment of the run into a file. The API cannot list routes, so that these files are
 * what a lost ledger is rebuilt from; they are best kept outside of the store of the ledger.
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

/** The parts of an event of a run that are read here; `schemas/` has the rest. */
interface RunLine {
  readonly event: string;
  readonly environment?: string;
  readonly counts?: Readonly<Record<string, number | string>>;
}

/** The events of a run, a line each. The last line has no end if the command was killed while it wrote it. */
function runLines(text: string): readonly RunLine[] {
  const lines = text.split('\n').slice(0, -1);
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as RunLine]));
}
