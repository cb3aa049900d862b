import type { Company } from '../company.ts';
import type { HubEvent } from './hub.ts';

export interface Proposal {
  readonly number: number;
  /** The bare repository that has the branch. */
  readonly from: string;
  readonly branch: string;
  readonly repository: string;
  readonly headRepository: string;
}

/** Brings the branch of a pull request into the repository, as `refs/pull/N/head` and the merge that is tested. */
export function proposed(
  { git, remote }: Company,
  { number, from, branch, repository, headRepository }: Proposal,
): HubEvent & { readonly head: string } {
  const ref = `refs/pull/${number}`;
  git(remote, 'fetch', '-q', from, `+${branch}:${ref}/head`);
  const [base, head] = [git(remote, 'rev-parse', 'main'), git(remote, 'rev-parse', `${ref}/head`)];
  const tree = git(remote, 'merge-tree', '--write-tree', base, head);
  const merge = git(remote, 'commit-tree', tree, '-p', base, '-p', head, '-m', `Merge ${branch} into main`);
  git(remote, 'update-ref', `${ref}/merge`, merge);
  const isFork = headRepository !== repository;
  return {
    head,
    name: 'pull_request',
    repository,
    sha: merge,
    ref: `${ref}/merge`,
    headRef: branch,
    baseRef: 'main',
    isFork,
    payload: {
      action: 'synchronize',
      number,
      head_sha: head,
      head_repository: headRepository,
      pull_request: {
        number,
        draft: false,
        state: 'open',
        head: { sha: head, ref: branch, repo: { full_name: headRepository, fork: isFork } },
        base: { sha: base, ref: 'main', repo: { full_name: repository } },
        user: { login: isFork ? 'contributor' : 'alice' },
      },
      repository: { full_name: repository, default_branch: 'main' },
      sender: { login: isFork ? 'contributor' : 'alice' },
    },
  };
}
