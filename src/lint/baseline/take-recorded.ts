import type { Diagnostic } from '../../model/diagnostic.ts';
import { isIgnorable } from '../engine/suppress/ignorable.ts';
import type { Levels } from '../engine/levels.ts';
import { baselineKeyText, type KeyOf } from './baseline-key.ts';
import type { Baseline, BaselineEntry } from './read-baseline.ts';

/** What a baseline makes of the findings of a run. */
export interface RecordedFindings {
  readonly shown: readonly Diagnostic[];
  readonly hidden: number;
  /** How often what an entry names was found, at most its count. */
  readonly found: ReadonlyMap<BaselineEntry, number>;
}

/** Takes out the findings that a baseline holds; where it holds fewer than there are, the last ones are shown. */
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

/** What keeps the workspace from being compiled cannot be put off, nor what no comment may hide. */
export function canBeRecorded({ rule, severity }: Diagnostic, levels: Levels): boolean {
  const known = levels.rule(rule);
  return known !== undefined && isIgnorable(known) && !(known.scope === 'reported' && severity === 'error');
}
