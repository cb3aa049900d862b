import { compareFiles, type Comparison } from '../../workspace/git/compare-files.ts';
import { headCommit, mergeBase } from '../../workspace/git/resolve-commit.ts';
import { readGitFiles } from '../../workspace/git/read-git-files.ts';
import { openRepository, type GitPlace } from '../../workspace/git/repository.ts';
import { countFindings } from '../../lint/engine/count-findings.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Place, Source } from '../../model/document.ts';
import { UserError } from '../../model/errors.ts';
import type { GitFile, Io } from '../../model/io.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { LintBefore, Selection } from '../../run/lint/lint-workspace.ts';
import { settingsFile } from '../../workspace/files/discover.ts';
import { findRoot } from '../../workspace/files/find-root.ts';
import { loadWorkspace } from '../../workspace/load-workspace.ts';
import { lineColumn } from '../../text/line-column.ts';
import { exitCodes } from '../../model/exit-codes.ts';

interface ChangeSelection {
  readonly from: string;
  /** `index`: staged files against HEAD; a reference: files on disk against the merge base with it. */
  readonly since: 'index' | { readonly ref: string };
  readonly unit: 'files' | 'lines';
  readonly lintBefore: LintBefore;
}

/** `--staged` and `--changed-since`: selects the files of a change and the findings it is responsible for. */
export async function selectChange(
  io: Io,
  { from, since, unit, lintBefore }: ChangeSelection,
): Promise<Selection> {
  const root = findRoot(from, io.cwd);
  const place = { root, cwd: io.cwd, env: io.env };
  const before = await filesBefore(place, since);
  let found: Promise<readonly Diagnostic[]> | undefined;
  const findBefore = (): Promise<readonly Diagnostic[]> => (found ??= findIn(root, before, lintBefore));
  let isSaid = false;
  const files = since === 'index' ? { files: await stagedFiles(place) } : {};
  return {
    ...files,
    narrow: async (workspace, whole) => {
      const { sources } = workspace;
      const comparison = compareFiles(before, sources);
      const { result, standingErrors } = await findingsOfChange(whole, {
        comparison,
        sources,
        unit,
        findBefore,
      });
      if (standingErrors > 0 && !isSaid) io.stderr(standingNote(standingErrors));
      isSaid = true;
      return result;
    },
  };
}

async function stagedFiles(place: GitPlace): Promise<ReadonlyMap<string, GitFile>> {
  const files = await readGitFiles(place, 'index');
  if (files.has(settingsFile)) return files;
  throw new UserError(exitCodes.settings, `${settingsFile} is not in git's index`, {
    help: `git add ${settingsFile}`,
  });
}

/** Empty before the first commit. */
async function filesBefore(
  place: GitPlace,
  since: ChangeSelection['since'],
): Promise<ReadonlyMap<string, GitFile>> {
  const repository = await openRepository(place);
  const commit = since === 'index' ? await headCommit(repository) : await mergeBase(repository, since.ref);
  return commit === undefined ? new Map() : readGitFiles(place, { commit });
}

/** The findings in the earlier files; empty if these were not a workspace that could be checked. */
async function findIn(
  root: string,
  files: ReadonlyMap<string, GitFile>,
  lintBefore: LintBefore,
): Promise<readonly Diagnostic[]> {
  try {
    return (await lintBefore(loadWorkspace({ from: root, files }))).diagnostics;
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

function standingNote(errors: number): string {
  const what =
    errors === 1 ? '1 error that was there before is' : `${errors} errors that were there before are`;
  return `note: ${what} not shown; see \`edgewright lint\`\n`;
}

interface ChangedFiles {
  readonly comparison: Comparison;
  /** Every file of the current workspace. */
  readonly sources: ReadonlyMap<string, Source>;
  readonly unit: 'files' | 'lines';
  /** Finds the findings before the change. */
  readonly findBefore: () => Promise<readonly Diagnostic[]>;
}

interface ChangeFindings {
  readonly result: LintResult;
  /** Number of errors that existed before and are not among the findings. */
  readonly standingErrors: number;
}

/**
 * Selects the findings that a change is responsible for: those in changed files or lines, on either side of a conflict,
 * and those that did not exist before, in any file. Removing a name from one file breaks others that did not change, so
 * the earlier version is checked too and its findings are subtracted. That second check runs only if there are findings
 * outside the change, which is rare.
 */
async function findingsOfChange(result: LintResult, change: ChangedFiles): Promise<ChangeFindings> {
  const { comparison, sources, unit } = change;
  const isIn = (place: Place): boolean =>
    unit === 'files' ? comparison.isChanged(place.source) : touchesChange(comparison, place);
  const outside = result.diagnostics.filter(
    ({ place, related }) => !isIn(place) && !related.some((other) => isIn(other.place)),
  );
  const standing = await standingOf(outside, change);
  const diagnostics = result.diagnostics.filter((diagnostic) => !standing.has(diagnostic));
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

async function standingOf(
  outside: readonly Diagnostic[],
  { comparison, findBefore }: ChangedFiles,
): Promise<ReadonlySet<Diagnostic>> {
  if (outside.length === 0) return new Set();
  const known = new Set(
    (await findBefore()).map((diagnostic) => {
      const { source, start } = diagnostic.place;
      return diagnosticKey(diagnostic, { path: source.path, ...lineColumn(source, start) });
    }),
  );
  return new Set(
    outside.filter((diagnostic) => {
      const { source, start } = diagnostic.place;
      const { line, column } = lineColumn(source, start);
      const isChanged = comparison.isChanged(source);
      const path = isChanged ? comparison.pathBefore(source) : source.path;
      const lineBefore = isChanged ? comparison.lines(source).wasAt(line) : line;
      if (path === undefined || lineBefore === undefined) return false;
      return known.has(diagnosticKey(diagnostic, { path, line: lineBefore, column }));
    }),
  );
}

interface Position {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

function diagnosticKey({ rule, message }: Diagnostic, { path, line, column }: Position): string {
  return JSON.stringify([rule, message, path, line, column]);
}
