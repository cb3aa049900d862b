import { compareFiles } from '../../git/compare-files.ts';
import { readGitFiles } from '../../git/read-git-files.ts';
import { openRepository, type GitPlace } from '../../git/repository.ts';
import { mergeBase } from '../../git/merge-base.ts';
import { headCommit } from '../../git/resolve-commit.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { GitFile } from '../../model/git-file.ts';
import type { Io } from '../../model/io.ts';
import { settingsFile } from '../../workspace/files/discover.ts';
import { findRoot } from '../../workspace/files/find-root.ts';
import { loadWorkspace } from '../../workspace/load-workspace.ts';
import { findingsOfChange } from './change-findings.ts';
import type { LintBefore, Selection } from '../../workflow/lint/selection.ts';

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
  const root = findRoot(from);
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
