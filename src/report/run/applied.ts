import { kindNames } from '../../kinds/index.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { Tally, TallyByKind, TallyCount } from '../../model/plan/tally.ts';
import { isWrite } from '../../model/plan/step.ts';
import { inertLine } from '../text/inert.ts';

/** `Applying 2 changes to production (run 3f9a1c07b2de)`. */
export function applyingText({ steps, environment }: Plan, run: string): string {
  const count = steps.filter(isWrite).length;
  return inertLine(`Applying ${count} ${count === 1 ? 'change' : 'changes'} to ${environment} (run ${run})`);
}

const done = ['created', 'updated', 'deleted', 'adopted', 'retired', 'forgotten', 'renamed'] as const;
const notDone = ['failed', 'skipped', 'unknown', 'drifted', 'blocked'] as const;

/** `Applied: 1 created, 1 updated; 1 drifted (kept).` */
export function appliedText(tally: Tally): string {
  return `Applied: ${countsDone(tally)}.`;
}

/** `1 created, 1 updated; 1 drifted (kept)` */
export function countsDone(tally: Tally): string {
  const parts = (names: readonly TallyCount[]): string =>
    names
      .filter((name) => tally[name] > 0)
      .map((name) => `${tally[name]} ${name === 'drifted' ? 'drifted (kept)' : name}`)
      .join(', ');
  return [parts(done) || '0 changes', parts(notDone)].filter((part) => part !== '').join('; ');
}

/** Counted even if zero. */
const stated: ReadonlySet<string> = new Set([
  'created',
  'updated',
  'deleted',
  'adopted',
  'failed',
  'skipped',
  'unknown',
]);
/** A reader counts fewer lines than these on the screen. */
const shortest = 11;

/** The counts by kind as a table, for a run that is longer than a reader counts; empty for a shorter one. */
export function appliedTable(tally: Tally, byKind: TallyByKind): string {
  if (tally.steps - tally.unchanged < shortest) return '';
  const kinds = kindNames.filter((kind) => (byKind[kind]?.steps ?? 0) > 0);
  const columns: readonly (readonly [string, Tally])[] = [
    ...kinds.flatMap((kind) => (byKind[kind] === undefined ? [] : [[kind, byKind[kind]] as const])),
    ['total', tally],
  ];
  const names = [...done, ...notDone, 'unchanged' as const].filter(
    (name) => stated.has(name) || tally[name] > 0,
  );
  const row = (head: string, cells: readonly string[]): string =>
    head.padEnd(9) + cells.map((cell, at) => cell.padStart((columns[at]?.[0].length ?? 0) + 2)).join('');
  return [
    row(
      '',
      columns.map(([head]) => head),
    ),
    ...[...names, 'steps' as const].map((name) =>
      row(
        name,
        columns.map(([, environmentTally]) => String(environmentTally[name])),
      ),
    ),
  ].join('\n');
}
