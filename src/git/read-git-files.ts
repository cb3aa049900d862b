import type { GitFile } from '../model/git-file.ts';
import { listCommit, listIndex, type GitEntry } from './list-entries.ts';
import { openBlobs } from './read-blobs.ts';
import { openRepository, type GitPlace, type Repository } from './repository.ts';
import { resolveCommit } from './resolve-commit.ts';

/** A commit by any reference to it, or what is staged. */
export type GitMoment = { readonly commit: string } | 'index';

/**
 * The files of the workspace as of a commit or of the index, by path from the workspace's folder; the `.gitignore` files
 * above it are among them (`../.gitignore`). A commit that does not have the folder has no file. Throws `UserError` where
 * there is no git, no repository or no such commit.
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

/** What a workspace is made of; of all else a file is seldom asked for. */
function isLikelyRead({ path }: GitEntry): boolean {
  return /\.ya?ml$|(^|\/)\.gitignore$/.test(path);
}

function fromFolder({ prefix }: Repository, path: string): string {
  if (prefix === '') return path;
  if (path.startsWith(`${prefix}/`)) return path.slice(prefix.length + 1);
  // A `.gitignore` above.
  return `${'../'.repeat(prefix.split('/').length - path.split('/').length + 1)}.gitignore`;
}
