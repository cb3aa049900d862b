/**
 * Which findings a change is to answer for: those in what was changed, on either side of a conflict, and those that were
 * not there before, wherever they are. Taking a name out of one file breaks others that no one touched, and a commit
 * that does so is as wrong as one with a typing error; so what was there before is checked as well, and subtracted. That
 * is done only when something is found outside the change, which is seldom.
 */
import type { Comparison } from '../../git/compare-files.ts';
import { countFindings } from '../../lint/engine/count-findings.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Place, Source } from '../../model/document.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import { lineColumn } from '../../workspace/yaml/position.ts';

export interface ChangedFiles {
  readonly comparison: Comparison;
  /** Every file of the workspace as it is now. */
  readonly sources: ReadonlyMap<string, Source>;
  readonly unit: 'files' | 'lines';
  /** What was found before the change. */
  readonly findBefore: () => Promise<readonly Diagnostic[]>;
}

export interface Narrowed {
  readonly result: LintResult;
  /** Errors that were there before, and are not among the findings. */
  readonly standingErrors: number;
}

export async function findingsOfChange(result: LintResult, change: ChangedFiles): Promise<Narrowed> {
  const { comparison, sources, unit } = change;
  const isIn = (place: Place): boolean =>
    unit === 'files' ? comparison.isChanged(place.source) : touchesChange(comparison, place);
  const outside = result.diagnostics.filter(
    ({ place, related }) => !isIn(place) && !related.some((other) => isIn(other.place)),
  );
  const standing = await standingOf(outside, change);
  const diagnostics = result.diagnostics.filter((each) => !standing.has(each));
  const changed = [...sources.values()].filter((source) => comparison.isChanged(source));
  const files = new Set(
    [...changed, ...diagnostics.map(({ place }) => place.source)].map(({ path }) => path),
  );
  return {
    result: { ...result, diagnostics, ...countFindings(diagnostics), files: files.size },
    standingErrors: [...standing].filter(({ severity }) => severity === 'error').length,
  };
}

function touchesChange(comparison: Comparison, { source, start, end }: Place): boolean {
  if (!comparison.isChanged(source)) return false;
  const { wasAt } = comparison.lines(source);
  const last = lineColumn(source, Math.max(start, end - 1)).line;
  for (let { line } = lineColumn(source, start); line <= last; line++)
    if (wasAt(line) === undefined) return true;
  return false;
}

/** Those that were there before. */
async function standingOf(
  outside: readonly Diagnostic[],
  { comparison, findBefore }: ChangedFiles,
): Promise<ReadonlySet<Diagnostic>> {
  if (outside.length === 0) return new Set();
  const known = new Set(
    (await findBefore()).map((each) => {
      const { source, start } = each.place;
      return keyOf(each, { path: source.path, ...lineColumn(source, start) });
    }),
  );
  return new Set(
    outside.filter((each) => {
      const { source, start } = each.place;
      const { line, column } = lineColumn(source, start);
      const isChanged = comparison.isChanged(source);
      const path = isChanged ? comparison.pathBefore(source) : source.path;
      const lineBefore = isChanged ? comparison.lines(source).wasAt(line) : line;
      if (path === undefined || lineBefore === undefined) return false;
      return known.has(keyOf(each, { path, line: lineBefore, column }));
    }),
  );
}

interface Position {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

function keyOf({ rule, message }: Diagnostic, { path, line, column }: Position): string {
  return JSON.stringify([rule, message, path, line, column]);
}
