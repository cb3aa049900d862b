import { buildFix } from '../fix/build-fix.ts';
import type { Fix } from '../../model/diagnostic.ts';
import type { HygieneFinding } from '../engine/hygiene.ts';
import { isIgnorable } from '../../model/lint/suppressible.ts';
import type { Levels } from '../engine/levels.ts';
import { placeOf, trimmedRange } from '../../edit/tree.ts';
import type { RecordedFindings } from './take-recorded.ts';
import type { Baseline, BaselineEntry } from './read-baseline.ts';

/** Reports mistakes in the baseline file, and stale entries if the whole workspace was checked (`sight: 'whole'`). */
export function checkBaseline(
  baseline: Baseline,
  { found }: Pick<RecordedFindings, 'found'>,
  { levels, sight }: { readonly levels: Levels; readonly sight: 'whole' | 'part' },
): readonly HygieneFinding[] {
  const findings: HygieneFinding[] = baseline.problems.map((one) => ({ rule: 'baseline-format', ...one }));
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
  return { rule: 'baseline-stale', place, message, help, ...(fix === undefined ? {} : { fix }) };
}

function withoutEntry({ document, list }: Baseline, { node }: BaselineEntry): Fix | undefined {
  const index = list?.items.indexOf(node) ?? -1;
  return buildFix(
    { safety: 'safe', title: 'delete the entry', changes: [{ remove: ['findings', index] }] },
    (path) => ({ document, path }),
  );
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
