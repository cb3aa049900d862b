import { existsSync, readFileSync } from 'node:fs';
import type { Mode, OutputName } from './inputs.ts';
import { runLines } from './run-lines.ts';

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
        ...counted(
          plans.map(({ summary }) => summary),
          changes,
        ),
        'plan-digest': digest,
        'plan-path': file,
      };
    }
    case 'apply': {
      const counts = runLines(text).flatMap(({ event, counts: each }) =>
        event === 'summary' && each !== undefined ? [each] : [],
      );
      return counted(counts, counts.some(hasDone));
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

function counted(all: readonly Counts[], changes: boolean): Results {
  const sums: Record<string, number> = {};
  for (const counts of all)
    for (const [name, count] of Object.entries(counts))
      if (typeof count === 'number') sums[name] = (sums[name] ?? 0) + count;
  return { changes: String(changes), counts: JSON.stringify(sums) };
}
