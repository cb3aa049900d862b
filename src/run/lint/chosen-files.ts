import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { includedFiles } from '../../derive/policy/policy-files.ts';
import { suggestions } from '../../text/suggest.ts';

export const howFilesAreFound =
  'files are found by `resources:` and `tests:` in edgewright.yaml; .gitignore is respected';

/** The files in which a finding may be: those that were read, the tests, and the files that these include. */
export function lintedFiles({ sources, requestTests, policyTests }: Workspace): ReadonlySet<string> {
  const tests = [...(requestTests?.().files ?? []), ...(policyTests?.().files ?? [])];
  return new Set([
    ...sources.keys(),
    ...includedFiles(sources.values()),
    ...tests.map(({ source }) => source.path),
  ]);
}

/**
 * The workspace paths that file and folder arguments select, including unreadable files and those that the command
 * reads `besides`; undefined for all files.
 */
export function chosenFiles(
  io: Io,
  workspace: Workspace,
  files: readonly string[],
  besides: Iterable<string>,
): ReadonlySet<string> | undefined {
  const unread = workspace.diagnostics.map(({ place }) => place.source.path);
  return choosePaths(io, workspace.root, files, {
    all: new Set([...workspace.sources.keys(), ...unread, ...besides]),
    called: 'a file of this workspace',
    help: howFilesAreFound,
  });
}

/** The paths among `all` that file and folder arguments select; undefined for all files. */
export function choosePaths(
  io: Pick<Io, 'cwd'>,
  root: string,
  files: readonly string[],
  { all, called, help }: { readonly all: Iterable<string>; readonly called: string; readonly help: string },
): ReadonlySet<string> | undefined {
  if (files.length === 0) return undefined;
  const known = [...all];
  const chosen = new Set<string>();
  for (const file of files) {
    const relative = pathFrom(root, path.resolve(io.cwd, file));
    const matches = known.filter(
      (knownPath) => relative === '' || knownPath === relative || knownPath.startsWith(`${relative}/`),
    );
    if (matches.length === 0) {
      const exists = existsSync(path.resolve(io.cwd, file));
      const near = exists
        ? []
        : nearestPaths(relative, known).map(
            (nearPath) => `\`${path.relative(io.cwd, path.join(root, nearPath))}\``,
          );
      throw usageError(
        exists ? `\`${file}\` is not ${called}` : `\`${file}\` does not exist`,
        near.length > 0 ? `did you mean ${near.join(' or ')}?` : help,
      );
    }
    for (const match of matches) chosen.add(match);
  }
  return chosen;
}

/** Files with this name in another folder, else with a similar name. */
function nearestPaths(relative: string, known: readonly string[]): readonly string[] {
  const name = path.posix.basename(relative, path.extname(relative));
  const nameOf = (filePath: string): string => path.posix.basename(filePath, path.extname(filePath));
  const meant = new Set([name, ...suggestions(name, known.map(nameOf))]);
  return known.filter((knownPath) => meant.has(nameOf(knownPath))).slice(0, 3);
}

/** An absolute path, relative to the root of the workspace. */
export function pathFrom(root: string, file: string): string {
  const direct = path.relative(root, file);
  const relative = direct.startsWith('..') ? path.relative(realpathOr(root), realpathOr(file)) : direct;
  return relative.split(path.sep).join('/');
}

function realpathOr(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    // The file does not exist yet.
    return path.dirname(file) === file
      ? file
      : path.join(realpathOr(path.dirname(file)), path.basename(file));
  }
}
