import { canBeRecorded, isStale, isWhole, takeRecorded } from './apply-baseline.ts';
import { baselineKeyText, keysIn, type BaselineKey } from './baseline-key.ts';
import { readBaseline } from './read-baseline.ts';
import { readLevels, type Levels } from '../engine/levels.ts';
import { lint } from '../engine/lint.ts';
import { rulesIn, type LintInput } from '../engine/lint-run.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { UserError } from '../../model/errors.ts';
import { byText } from '../../text/lists/compare-texts.ts';
import { exitCodes } from '../../model/exit-codes.ts';

export interface BaselineMade {
  readonly text: string;
  /** Number of findings recorded in it. */
  readonly kept: number;
  /** Number of findings that were not recorded. */
  readonly left: number;
}

/** A baseline of all findings that can be recorded. Throws if the workspace cannot be checked as a whole. */
export function baselineOf(input: LintInput): BaselineMade {
  const { found, levels } = check(input);
  const diagnosticKey = keysIn(input.workspace);
  const holdable = found.filter(
    (diagnostic) => canBeRecorded(diagnostic, levels) && !isOwn(diagnostic, levels),
  );
  const text = baselineText(countByKey(holdable.map((diagnostic) => diagnosticKey(diagnostic))));
  return { text, kept: holdable.length, left: found.length - holdable.length };
}

/** The baseline without its stale entries. Entries of disabled rules stay. */
export function prunedBaseline(input: LintInput): BaselineMade {
  const { workspace } = input;
  const { found, levels } = check(input);
  if (workspace.baseline === undefined) throw new Error('there is no baseline to prune');
  const baseline = readBaseline(workspace.baseline);
  const [problem] = baseline.problems;
  if (problem !== undefined || baseline.list === undefined) {
    throw new UserError(exitCodes.configuration, problem?.message ?? 'the baseline cannot be read', {
      help: 'see `edgewright lint`. Nothing was written',
    });
  }
  const back = takeRecorded(found, baseline, { levels, keyOf: keysIn(workspace) });
  const kept = baseline.entries.flatMap((entry): KeyCount[] => {
    const count = isStale(entry, back.found, levels) ? (back.found.get(entry) ?? 0) : entry.count;
    return count === 0 ? [] : [{ key: entry, count }];
  });
  const sum = (all: readonly { readonly count: number }[]): number =>
    all.reduce((total, { count }) => total + count, 0);
  return { text: baselineText(kept), kept: sum(kept), left: sum(baseline.entries) - sum(kept) };
}

function check(input: LintInput): { readonly found: readonly Diagnostic[]; readonly levels: Levels } {
  const { diagnostics } = lint({ ...input, baseline: 'ignore' });
  const levels = readLevels(rulesIn(input), input.workspace.settings.lint, new Map());
  if (!isWhole(input, diagnostics, levels)) {
    throw new UserError(exitCodes.configuration, 'the workspace has errors that keep it from being checked', {
      help: '`edgewright lint --no-baseline` shows them; fix them first. Nothing was written',
    });
  }
  return { found: diagnostics, levels };
}

/** Findings about suppression comments, settings and the baseline are not recorded: they are fixed where they are. */
function isOwn({ rule }: Diagnostic, levels: Levels): boolean {
  const known = levels.rule(rule);
  return known?.scope === 'reported' && known.by === 'engine';
}

/** The key of a finding, and how many findings have that key. */
interface KeyCount {
  readonly key: BaselineKey;
  readonly count: number;
}

function countByKey(keys: readonly BaselineKey[]): readonly KeyCount[] {
  const counts = new Map<string, KeyCount>();
  for (const key of keys) {
    const text = baselineKeyText(key);
    counts.set(text, { key, count: (counts.get(text)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}

/** The text of the baseline file: one line per finding, sorted, so that a change of one finding changes one line. */
function baselineText(all: readonly KeyCount[]): string {
  const lines = all
    .toSorted(byText((keyCount) => baselineKeyText(keyCount.key)))
    .map(({ key: { rule, of, pointer }, count }) => {
      const fields = { rule, ...of, pointer, ...(count === 1 ? {} : { count }) };
      const parts = Object.entries(fields).map(
        ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
      );
      return `    { ${parts.join(', ')} }`;
    });
  const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
  return `{\n  "version": 1,\n  "findings": ${list}\n}\n`;
}
