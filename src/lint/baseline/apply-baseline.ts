import type { Diagnostic } from '../../model/diagnostic.ts';
import type { HygieneFinding } from '../engine/hygiene.ts';
import type { Levels } from '../engine/levels.ts';
import type { LintInput } from '../engine/run.ts';
import { keysIn } from './baseline-key.ts';
import { takeRecorded, type RecordedFindings } from './take-recorded.ts';
import { checkBaseline } from './check-baseline.ts';
import { readBaseline } from './read-baseline.ts';

interface Held extends Pick<RecordedFindings, 'shown' | 'hidden'> {
  /** Mistakes in the baseline file itself: invalid or stale entries. */
  readonly checked: readonly HygieneFinding[];
}

/** Removes the findings that the workspace's baseline records, unless `--no-baseline` is given. */
export function applyBaseline(input: LintInput, found: readonly Diagnostic[], levels: Levels): Held {
  const { workspace } = input;
  if (workspace.baseline === undefined || input.baseline === 'ignore')
    return { shown: found, hidden: 0, checked: [] };
  const baseline = readBaseline(workspace.baseline);
  const held = takeRecorded(found, baseline, { levels, keyOf: keysIn(workspace) });
  const sight = input.baseline !== 'new-only' && isWhole(input, found, levels) ? 'whole' : 'part';
  return { ...held, checked: checkBaseline(baseline, held, { levels, sight }) };
}

/**
 * Whether a missing finding proves that the mistake is gone: nothing was filtered out, and everything could be read and
 * compiled.
 */
export function isWhole(
  { workspace, compiled, files }: LintInput,
  found: readonly Diagnostic[],
  levels: Levels,
): boolean {
  if (files !== undefined || compiled.size < workspace.environments.size) return false;
  return !found.some(({ rule, severity }) => {
    const known = levels.rule(rule);
    if (severity !== 'error') return false;
    return known === undefined || (known.scope === 'reported' && known.by !== 'engine');
  });
}
