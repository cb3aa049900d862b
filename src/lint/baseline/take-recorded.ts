import type { Diagnostic } from '../../model/diagnostic.ts';
import { isIgnorable } from '../../model/lint/suppressible.ts';
import type { Levels } from '../engine/levels.ts';
import { baselineKeyText, type KeyOf } from './baseline-key.ts';
import type { Baseline, BaselineEntry } from './read-baseline.ts';

/** The findings of a run, split by the baseline. */
export interface RecordedFindings {
  readonly shown: readonly Diagnostic[];
  readonly hidden: number;
  /** Number of findings that matched each entry, at most the entry's count. */
  readonly found: ReadonlyMap<BaselineEntry, number>;
}

/** Removes the findings that a baseline records. If there are more than its count, the last ones are shown. */
export function takeRecorded(
  diagnostics: readonly Diagnostic[],
  baseline: Baseline,
  { levels, keyOf }: { readonly levels: Levels; readonly keyOf: KeyOf },
): RecordedFindings {
  const entries = new Map(baseline.entries.map((entry) => [baselineKeyText(entry), entry]));
  const found = new Map<BaselineEntry, number>();
  const shown = diagnostics.filter((diagnostic) => {
    if (!canBeRecorded(diagnostic, levels)) return true;
    const entry = entries.get(baselineKeyText(keyOf(diagnostic)));
    if (entry === undefined) return true;
    const before = found.get(entry) ?? 0;
    if (before === entry.count) return true;
    found.set(entry, before + 1);
    return false;
  });
  return { shown, hidden: diagnostics.length - shown.length, found };
}

/** Errors that keep the workspace from being compiled cannot be recorded, nor findings that cannot be suppressed. */
export function canBeRecorded({ rule, severity }: Diagnostic, levels: Levels): boolean {
  const known = levels.rule(rule);
  return known !== undefined && isIgnorable(known) && !(known.scope === 'reported' && severity === 'error');
}
