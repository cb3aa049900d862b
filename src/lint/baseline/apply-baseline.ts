import { placeOf, trimmedRange } from '../../derive/yaml/node-place.ts';
import { baselineKeyText, keysIn, type KeyOf } from './baseline-key.ts';
import { readBaseline, type Baseline, type BaselineEntry } from './read-baseline.ts';
import type { HygieneFinding } from '../engine/hygiene.ts';
import type { Levels } from '../engine/levels.ts';
import type { LintInput } from '../engine/lint-run.ts';
import type { SplitFindings } from '../engine/suppress/hide-suppressed.ts';
import { buildFix } from '../fix/build-fix.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { isIgnorable } from '../../model/lint/rule.ts';
import { deletion } from '../fix-request.ts';
import type { Fix } from '../../model/fix.ts';

interface BaselineResult extends SplitFindings {
  /** Mistakes in the baseline file itself: invalid or stale entries. */
  readonly checked: readonly HygieneFinding[];
}

/** Removes the findings that the workspace's baseline records, unless `--no-baseline` is given. */
export function applyBaseline(
  input: LintInput,
  found: readonly Diagnostic[],
  levels: Levels,
): BaselineResult {
  const { workspace } = input;
  if (workspace.baseline === undefined || input.baseline === 'ignore')
    return { shown: found, hidden: [], checked: [] };
  const baseline = readBaseline(workspace.baseline);
  const taken = takeRecorded(found, baseline, { levels, keyOf: keysIn(workspace) });
  const sight = input.baseline !== 'new-only' && isWhole(input, found, levels) ? 'whole' : 'part';
  return { ...taken, checked: checkBaseline(baseline, taken, { levels, sight }) };
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

/** Reports mistakes in the baseline file, and stale entries if the whole workspace was checked (`sight: 'whole'`). */
function checkBaseline(
  baseline: Baseline,
  { found }: Pick<RecordedFindings, 'found'>,
  { levels, sight }: { readonly levels: Levels; readonly sight: 'whole' | 'part' },
): readonly HygieneFinding[] {
  const findings: HygieneFinding[] = baseline.problems.map((problem) => ({
    rule: 'baseline-format',
    ...problem,
  }));
  for (const entry of baseline.entries) {
    const rule = levels.rule(entry.rule);
    if (rule !== undefined && !isIgnorable(rule)) findings.push(neverRecorded(baseline, entry));
    else if (sight === 'whole' && isStale(entry, found, levels))
      findings.push(stale(baseline, entry, rule === undefined ? undefined : (found.get(entry) ?? 0)));
  }
  return findings;
}

function neverRecorded({ document }: Baseline, { node, rule }: BaselineEntry): HygieneFinding {
  const place = placeOf(document.source, trimmedRange(node, document.source));
  return {
    rule: 'baseline-format',
    place,
    message: `\`${rule}\` cannot be held in a baseline`,
    help: 'fix what it finds, and delete the entry',
  };
}

/**
 * Whether an entry records more findings than were found. Entries of a disabled rule are never stale: it did not run.
 */
export function isStale(entry: BaselineEntry, found: RecordedFindings['found'], levels: Levels): boolean {
  if ((found.get(entry) ?? 0) === entry.count) return false;
  if (levels.rule(entry.rule) === undefined) return true;
  const [file, address] = 'file' in entry.of ? [entry.of.file, undefined] : ['', entry.of.address];
  return levels.at(entry.rule, file, address) !== 'off';
}

function stale(baseline: Baseline, entry: BaselineEntry, left: number | undefined): HygieneFinding {
  const { document } = baseline;
  const { node, rule, count } = entry;
  const place = placeOf(document.source, trimmedRange(node, document.source));
  const help = '`edgewright baseline prune` takes out all such entries';
  const message =
    left === undefined
      ? `the baseline names \`${rule}\`, and there is no such rule`
      : left === 0
        ? `\`${rule}\` finds nothing here any more`
        : `of ${count} findings of \`${rule}\` here ${left} ${left === 1 ? 'is' : 'are'} left`;
  const fix =
    left === undefined || left === 0 ? withoutEntry(baseline, entry) : withCount(baseline, entry, left);
  return { rule: 'baseline-stale', place, message, help, fix };
}

function withoutEntry({ document, list }: Baseline, { node }: BaselineEntry): Fix | undefined {
  const index = list?.items.indexOf(node) ?? -1;
  return buildFix(deletion('safe', ['findings', index], 'the entry'), (path) => ({ document, path }));
}

function withCount(
  { document }: Baseline,
  { node, countNode }: BaselineEntry,
  left: number,
): Fix | undefined {
  if (countNode === undefined) return undefined;
  const { source } = document;
  const before = /,\s*"count"\s*:\s*$/.exec(source.text.slice(node.start, countNode.start));
  const start = left === 1 && before !== null ? node.start + before.index : countNode.start;
  const text = start === countNode.start ? String(left) : '';
  return { safety: 'safe', title: `write ${left}`, edits: [{ source, start, end: countNode.end, text }] };
}

/** The findings of a run, split by the baseline. */
interface RecordedFindings extends SplitFindings {
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
  const shown: Diagnostic[] = [];
  const hidden: Diagnostic[] = [];
  for (const diagnostic of diagnostics) {
    const entry = canBeRecorded(diagnostic, levels)
      ? entries.get(baselineKeyText(keyOf(diagnostic)))
      : undefined;
    const before = entry === undefined ? 0 : (found.get(entry) ?? 0);
    const isHidden = entry !== undefined && before < entry.count;
    if (isHidden) found.set(entry, before + 1);
    (isHidden ? hidden : shown).push(diagnostic);
  }
  return { shown, hidden, found };
}

/** Errors that keep the workspace from being compiled cannot be recorded, nor findings that cannot be suppressed. */
export function canBeRecorded({ rule, severity }: Diagnostic, levels: Levels): boolean {
  const known = levels.rule(rule);
  return known !== undefined && isIgnorable(known) && !(known.scope === 'reported' && severity === 'error');
}
