import type { GitFile } from '../model/git-file.ts';
import { listCommit, listIndex, type GitEntry } from './list-entries.ts';
import { openBlobs } from './read-blobs.ts';
import { openRepository, type GitPlace, type Repository } from './repository.ts';
import { resolveCommit } from './resolve-commit.ts';

/** A commit, by any reference, or the index. */
export type GitMoment = { readonly commit: string } | 'index';

/**
 * The files of the workspace in a commit or the index, by path from the workspace's folder, with the `.gitignore` files
 * above it (`../.gitignore`). Empty if the commit does not have the folder. Throws `UserError` without git, a
 * repository or such a commit.
 */
export async function readGitFiles(place: GitPlace, at: GitMoment): Promise<ReadonlyMap<string, GitFile>> {
  const repository = await openRepository(place);
  const entries = await listEntries(repository, at);
  const files = entries.filter(({ type }) => type === 'file');
  const blobs = await openBlobs(
    repository,
    files.filter(isLikelyRead).map(({ oid }) => oid),
  );
  return new Map(
    entries.map(({ path, type, oid }) => [
      fromFolder(repository, path),
      { type, id: oid, bytes: () => (type === 'other' ? new Uint8Array() : blobs(oid)) },
    ]),
  );
}

async function listEntries(repository: Repository, at: GitMoment): Promise<readonly GitEntry[]> {
  return at === 'index'
    ? listIndex(repository)
    : listCommit(repository, await resolveCommit(repository, at.commit));
}

/** Whether a file is probably read: YAML and `.gitignore`; others rarely are. */
function isLikelyRead({ path }: GitEntry): boolean {
  return /\.ya?ml$|(^|\/)\.gitignore$/.test(path);
}

function fromFolder({ prefix }: Repository, path: string): string {
  if (prefix === '') return path;
  if (path.startsWith(`${prefix}/`)) return path.slice(prefix.length + 1);
  // A `.gitignore` above the workspace.
  return `${'../'.repeat(prefix.split('/').length - path.split('/').length + 1)}.gitignore`;
}
