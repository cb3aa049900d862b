/**
 * Selects the findings that a change is responsible for: those in changed files or lines, on either side of a conflict,
 * and those that did not exist before, in any file. Removing a name from one file breaks others that did not change, so
 * the earlier version is checked too and its findings are subtracted. That second check runs only if there are findings
 * outside the change, which is rare.
 */
import type { Comparison } from '../../git/compare-files.ts';
import { countFindings } from '../../lint/engine/count-findings.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Place, Source } from '../../model/document.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import { lineColumn } from '../../workspace/yaml/position.ts';

export interface ChangedFiles {
  readonly comparison: Comparison;
  /** Every file of the current workspace. */
  readonly sources: ReadonlyMap<string, Source>;
  readonly unit: 'files' | 'lines';
  /** Finds the findings before the change. */
  readonly findBefore: () => Promise<readonly Diagnostic[]>;
}

export interface Narrowed {
  readonly result: LintResult;
  /** Number of errors that existed before and are not among the findings. */
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

/** The findings that existed before. */
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
