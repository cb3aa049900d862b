import { openRepository } from '../../../workspace/git/repository.ts';
import { mergeBase, commitsSince } from '../../../workspace/git/resolve-commit.ts';
import { readFilesAtTop, readGitFiles } from '../../../workspace/git/read-git-files.ts';
import { readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isMatched, startGlobs } from '../../../text/patterns/glob.ts';
import type { GitFile, Io } from '../../../model/io.ts';
import type { DecidingFile } from '../../../model/deciding-file.ts';
import { fileSetTree } from '../../../workspace/files/file-set-tree.ts';
import { diskTree } from '../../../workspace/files/file-tree.ts';
import { jobPaths, jobPlaces, ownerFiles } from '../../../workspace/files/job-files.ts';
import { typeOnDisk } from '../../../workspace/files/entry-type.ts';
import { repositoryTop } from '../../../workspace/git/repository-folder.ts';
import { outerIgnored } from '../../../workspace/files/find-root.ts';
import { policyTestGlob, readPolicyTests } from '../../../workspace/settings/policy-tests.ts';

/** The files of a workspace at the merge base. */
interface BaseFiles {
  readonly commit: string;
  /** By path in the workspace's folder; empty if the commit does not have the folder. */
  readonly files: ReadonlyMap<string, GitFile>;
  /** Number of commits on `ref` since the merge base that touch the workspace. */
  readonly ahead: () => Promise<number>;
  /** The files that decide about the workspace beside its settings, and are not on disk as they are there. */
  readonly changedFiles: () => Promise<readonly DecidingFile[]>;
  /** The current files of `ref`. */
  readonly tip: () => Promise<ReadonlyMap<string, GitFile>>;
}

/**
 * The merge base of HEAD and `ref`, as forges show a pull request, so that later commits on `ref` do not look like
 * changes here. A `ref` unknown to git is refused.
 */
export async function readBaseFiles(io: Io, root: string, ref: string): Promise<BaseFiles> {
  const place = { root, cwd: io.cwd, env: io.env };
  const repository = await openRepository(place);
  const commit = await mergeBase(repository, ref);
  const files = await readGitFiles(place, { commit });
  return {
    commit,
    files,
    changedFiles: async () => [
      ...changedTests(root, files, io.env),
      ...changedForgeFiles(
        await readFilesAtTop(repository, commit, [...jobPlaces, ...ownerFiles]),
        repositoryTop(root, repository.prefix),
      ),
    ],
    ahead: () => commitsSince(repository, commit, ref),
    tip: () => readGitFiles(place, { commit: ref }),
  };
}

function changedTests(
  root: string,
  files: ReadonlyMap<string, GitFile>,
  env: Io['env'],
): readonly DecidingFile[] {
  const globs = startGlobs([policyTestGlob]).state;
  const baseTests = [...files].filter(([path, { type }]) => type === 'file' && isMatched(globs, path));
  if (baseTests.length === 0) return [];
  const here = new Map(
    readPolicyTests({ tree: diskTree(root), ignored: outerIgnored(root, env) }).files.map(({ source }) => [
      source.path,
      source.text,
    ]),
  );
  return changes(
    'tests',
    baseTests.map(([path]) => path).sort(),
    (path) => new TextDecoder().decode(files.get(path)?.bytes()),
    (path) => here.get(path),
  );
}

/** Files of the whole repository, since any job in it can have its credentials. */
function changedForgeFiles(baseFiles: ReadonlyMap<string, GitFile>, top: string): readonly DecidingFile[] {
  const before = (path: string): string | undefined => {
    const file = baseFiles.get(path);
    return file && new TextDecoder().decode(file.bytes());
  };
  // Not as files of the workspace are read: `CODEOWNERS` has the name of a secret there.
  const now = (path: string): string | undefined => {
    const file = join(top, path);
    const type = typeOnDisk(file);
    if (type === 'file') return readFileSync(file, 'utf8');
    // A link is to git the text of its target.
    return type === 'link' ? readlinkSync(file) : type && '';
  };
  const jobs = [fileSetTree(baseFiles), diskTree(top)].flatMap(jobPaths);
  return [...changes('jobs', jobs, before, now), ...changes('owners', ownerFiles, before, now)];
}

function changes(
  decides: DecidingFile['decides'],
  paths: readonly string[],
  before: (path: string) => string | undefined,
  now: (path: string) => string | undefined,
): readonly DecidingFile[] {
  return [...new Set(paths)].flatMap((path): readonly DecidingFile[] => {
    const [textBefore, textNow] = [before(path), now(path)];
    // A working tree may have the line ends of its system.
    if (textBefore?.replaceAll('\r\n', '\n') === textNow?.replaceAll('\r\n', '\n')) return [];
    return [
      {
        path,
        decides,
        change: textBefore === undefined ? 'new' : textNow === undefined ? 'gone' : 'changed',
      },
    ];
  });
}
