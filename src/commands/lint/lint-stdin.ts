import path from 'node:path';
import { UserError, usageError } from '../../model/errors.ts';
import { countFindings } from '../../lint/engine/count-findings.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Io } from '../../model/io.ts';
import { findRoot } from '../../workspace/files/find-root.ts';
import { howFilesAreFound, lintedFiles, pathFrom } from '../../run/lint/chosen-files.ts';
import type { Selection } from '../../run/lint/lint-workspace.ts';

/** `--stdin`: the text replaces one file in the whole workspace, and only findings in it are shown. */
export async function selectStdin(io: Io, from: string, filename: string): Promise<Selection> {
  const root = findRoot(from, io.cwd);
  const file = pathFrom(root, path.resolve(io.cwd, filename));
  const overlay = new Map([[file, await io.stdin()]]);
  return {
    overlay,
    narrow: (workspace, result) => {
      const diagnostics = result.diagnostics
        .filter(({ place }) => place.source.path === file)
        .map((diagnostic) => withOwnFix(diagnostic, file));
      if (diagnostics.length === 0 && !lintedFiles(workspace).has(file)) throw notOfWorkspace(filename);
      return Promise.resolve({ ...result, diagnostics, ...countFindings(diagnostics), files: 1 });
    },
  };
}

/** Drops fixes that need other files, because only this text can be returned. */
function withOwnFix(diagnostic: Diagnostic, file: string): Diagnostic {
  const { fix, ...rest } = diagnostic;
  return fix === undefined || fix.edits.every(({ source }) => source.path === file) ? diagnostic : rest;
}

function notOfWorkspace(filename: string): UserError {
  return usageError(`\`${filename}\` is not a file of this workspace`, howFilesAreFound);
}
