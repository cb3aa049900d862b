import type { Forge, ForgeComment, ForgePullRequest } from '../../model/forge/forge.ts';
import type { ForgeLine } from '../line/forge-line.ts';
import { githubIssues } from './github-issues.ts';
import { githubLabels } from './github-labels.ts';
import { reportCheck } from './github-check.ts';
import { folder, ownLogin, type IsOurs } from './github-identity.ts';
import { readAllPages } from '../line/list-pages.ts';
import { onceOnly } from '../line/once-only.ts';
import { apiPath } from '../line/api-path.ts';
import { readAnswer, type AnswerReader } from '../line/read-answer.ts';
import { removeIfThere } from '../line/remove-if-there.ts';

/** 65,536 code points in the page, 262,144 bytes in the API: a budget in UTF-16 units fits both. */
const maxSize = 65_536;

export interface GithubRepository {
  readonly owner: string;
  readonly name: string;
  /** The path of GraphQL, on the same origin. */
  readonly graphqlPath: string;
}

/** GitHub, github.com or Enterprise. The line sends the version header. */
export function openGithub(line: ForgeLine, { owner, name, graphqlPath }: GithubRepository): Forge {
  const root = apiPath`/repos/${owner}/${name}`;
  const isOurs = onceOnly(() => ownLogin(line, graphqlPath));
  return {
    kind: 'github',
    pullRequest: (number) => pullRequestOn(line, { root, number, isOurs, fold: folder(line, graphqlPath) }),
    labels: (number) => githubLabels(line, root, number),
    issues: githubIssues(line, root, isOurs),
    pullRequestOf: async (commit) => {
      const pulls = await readAllPages(
        line,
        `${root}${apiPath`/commits/${commit}/pulls`}?per_page=100`,
        'the pull requests',
      );
      const open = pulls.find((pull) => pull.text('state') === 'open' && headOf(pull) === commit);
      return open?.id('number');
    },
    report: (commit, verdict) => reportCheck(line, root, { commit, verdict }),
    jobState: async ({ id, attempt }) => {
      const path = `${root}${apiPath`/actions/runs/${id}/attempts/${attempt}`}`;
      const run = readAnswer((await line.ask({ method: 'GET', path })).json, 'the run');
      return run.optionalText('status') === 'completed' ? 'ended' : 'running';
    },
    close: line.close,
  };
}

interface OnPull {
  readonly root: string;
  readonly number: string;
  readonly isOurs: () => Promise<IsOurs>;
  readonly fold: ForgePullRequest['fold'];
}

function pullRequestOn(line: ForgeLine, { root, number, isOurs, fold }: OnPull): ForgePullRequest {
  const all = root + apiPath`/issues/${number}/comments`;
  const one = ({ id }: Pick<ForgeComment, 'id'>): string => root + apiPath`/issues/comments/${id}`;
  const pretend = (body: string, id = '0'): { readonly id: string; readonly body: string } => ({ id, body });
  return {
    maxSize,
    safe: (body) => body,
    headCommit: async () => {
      const path = root + apiPath`/pulls/${number}`;
      return headOf(readAnswer((await line.ask({ method: 'GET', path })).json, 'the pull request'));
    },
    comments: async () => {
      const [isOur, items] = [
        await isOurs(),
        await readAllPages(line, `${all}?per_page=100`, 'the comments'),
      ];
      const ours = items.filter((item) => isOur(item.optionalObject('user')));
      return ours.map((item) => commentOf(item)).sort((a, b) => Number(a.id) - Number(b.id));
    },
    write: async (body) => {
      const { json } = await line.ask({ method: 'POST', path: all, body: { body }, pretend: pretend(body) });
      return commentOf(readAnswer(json, 'the comment'));
    },
    edit: async (comment, body) => {
      const request = {
        method: 'PATCH',
        path: one(comment),
        body: { body },
        pretend: pretend(body, comment.id),
      } as const;
      return { ...comment, ...commentOf(readAnswer((await line.ask(request)).json, 'the comment')) };
    },
    remove: (comment) => removeIfThere(line, one(comment)),
    fold,
  };
}

function headOf(pull: AnswerReader): string {
  return pull.object('head').text('sha');
}

function commentOf(item: AnswerReader): ForgeComment {
  return {
    id: item.id('id'),
    body: item.optionalText('body') ?? '',
    url: item.optionalText('html_url'),
    isFolded: item.optionalObject('minimized') !== undefined,
    node: item.optionalText('node_id'),
  };
}
