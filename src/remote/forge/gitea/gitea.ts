import { foldedBody, isFoldedBody } from '../upsert-comment.ts';
import { apiPath, type ForgeClient, onceOnly, removeIfThere } from '../client/forge-client.ts';
import { readAllPages, readAnswer, type AnswerReader } from '../client/list-forge-pages.ts';
import { restIssues } from '../client/rest-issues.ts';
import {
  ForgeError,
  type Forge,
  type ForgeComment,
  type ForgePullRequest,
  type PullRequestLabels,
} from '../../../model/forge.ts';
import { clip } from '../../../text/wording.ts';

const maxSize = 65_536;
const longestDescription = 255;

export interface GiteaRepository {
  readonly owner: string;
  readonly name: string;
  /** The user of the token of a workflow, which may not ask who it is. */
  readonly workflowLogin: string;
}

/** Gitea and Forgejo: no GraphQL, no collapsed comments, no check runs. */
export function openGitea(client: ForgeClient, { owner, name, workflowLogin }: GiteaRepository): Forge {
  const root = apiPath`/repos/${owner}/${name}`;
  const ownLogin = onceOnly(() => loginOf(client, workflowLogin));
  return {
    kind: 'gitea',
    pullRequest: (number) => pullRequestOn(client, { root, number, ownLogin }),
    labels: (number) => giteaLabels(client, root, number),
    issues: restIssues(client, {
      path: `${root}/issues`,
      ours: async () => {
        const own = await ownLogin();
        return {
          query: 'state=open&type=issues&limit=50',
          isOurs: (item) => item.optionalObject('user')?.text('login') === own,
        };
      },
      fields: { number: 'number', body: 'body', url: 'html_url' },
      edits: 'PATCH',
      closed: { state: 'closed' },
      maxSize,
    }),
    pullRequestOf: async (commit) => {
      const pulls = await readAllPages(client, `${root}/pulls?state=open&limit=50`, 'the pull requests');
      return pulls.find((pull) => pull.object('head').text('sha') === commit)?.id('number');
    },
    report: async (commit, { name: context, conclusion, title, url }) => {
      const body = {
        state: conclusion === 'success' || conclusion === 'neutral' ? 'success' : 'failure',
        context,
        description: clip(title, longestDescription),
        ...(url === undefined ? {} : { target_url: url }),
      };
      await client.ask({ method: 'POST', path: root + apiPath`/statuses/${commit}`, body });
    },
    // Few versions can say it, and those that cannot return the 404 of a run that is not there.
    jobState: () => Promise.resolve('unknown'),
    close: client.close,
  };
}

async function loginOf(client: ForgeClient, workflowLogin: string): Promise<string> {
  try {
    return readAnswer((await client.ask({ method: 'GET', path: '/user' })).json, 'the user').text('login');
  } catch (error) {
    if (error instanceof ForgeError && (error.problem === 'no-right' || error.problem === 'missing'))
      return workflowLogin;
    throw error;
  }
}

interface InRepository {
  readonly root: string;
  readonly number: string;
  readonly ownLogin: () => Promise<string>;
}

function pullRequestOn(client: ForgeClient, { root, number, ownLogin }: InRepository): ForgePullRequest {
  const all = root + apiPath`/issues/${number}/comments`;
  const one = ({ id }: ForgeComment): string => root + apiPath`/issues/comments/${id}`;
  const edit = async (comment: ForgeComment, body: string): Promise<ForgeComment> => {
    // The answer is 204 where nothing changed.
    await client.ask({ method: 'PATCH', path: one(comment), body: { body } });
    return { ...comment, body };
  };
  return {
    maxSize,
    safe: (body) => body,
    headCommit: async () => {
      const { json } = await client.ask({ method: 'GET', path: root + apiPath`/pulls/${number}` });
      return readAnswer(json, 'the pull request').object('head').text('sha');
    },
    comments: async () => {
      const [own, items] = [await ownLogin(), await readAllPages(client, all, 'the comments')];
      const ours = items.filter((item) => item.optionalObject('user')?.text('login') === own);
      return ours.map((item) => commentOf(item)).sort((a, b) => Number(a.id) - Number(b.id));
    },
    write: async (body) => {
      const { json } = await client.ask({
        method: 'POST',
        path: all,
        body: { body },
        dryRun: { id: 0, body },
      });
      return commentOf(readAnswer(json, 'the comment'));
    },
    edit,
    remove: (comment) => removeIfThere(client, one(comment)),
    fold: async (comment) => {
      await edit(comment, foldedBody(comment.body));
    },
  };
}

function commentOf(item: AnswerReader): ForgeComment {
  const body = item.optionalText('body') ?? '';
  return { id: item.id('id'), body, url: item.optionalText('html_url'), isFolded: isFoldedBody(body) };
}

/** The labels of a pull request on Gitea, which names them by number. */
function giteaLabels(client: ForgeClient, root: string, number: string): PullRequestLabels {
  const mine = root + apiPath`/issues/${number}/labels`;
  const idIn = async (path: string, name: string): Promise<string | undefined> => {
    const labels = await readAllPages(client, path, 'the labels');
    return labels.find((label) => label.text('name') === name)?.id('id');
  };
  const idOf = async (name: string): Promise<string | undefined> => idIn(`${root}/labels?limit=50`, name);
  return {
    names: async () => (await readAllPages(client, mine, 'the labels')).map((label) => label.text('name')),
    add: async ({ name, color, description }) => {
      const known = await idOf(name);
      const body = { name, color: `#${color}`, description };
      const create = { method: 'POST', path: `${root}/labels`, body, dryRun: { id: 0 } } as const;
      const id = known ?? readAnswer((await client.ask(create)).json, 'the label').id('id');
      await client.ask({ method: 'POST', path: mine, body: { labels: [Number(id)] } });
    },
    remove: async (name) => {
      const id = await idIn(mine, name);
      if (id !== undefined) await removeIfThere(client, mine + apiPath`/${id}`);
    },
  };
}
