import type { Forge, PullRequestLabels } from '../../../model/forge.ts';
import type { ForgeClient } from '../client/forge-client.ts';
import { readAllPages } from '../client/list-forge-pages.ts';
import { restForge, userLogin } from '../client/rest-forge.ts';
import { readAnswer } from '../client/forge-answer.ts';
import { apiPath } from '../client/api-path.ts';
import { onceOnly } from '../../../text/waits/once-only.ts';
import { removeIfThere } from '../client/remove-if-there.ts';

export interface GiteaRepository {
  readonly owner: string;
  readonly name: string;
  /** The user of the token of a workflow, which may not ask who it is. */
  readonly workflowLogin: string;
}

/** Gitea and Forgejo: no GraphQL, no collapsed comments, no check runs. */
export function openGitea(client: ForgeClient, { owner, name, workflowLogin }: GiteaRepository): Forge {
  const root = apiPath`/repos/${owner}/${name}`;
  const ownLogin = onceOnly(async () => (await userLogin(client)) ?? workflowLogin);
  const rest = restForge(client, {
    kind: 'gitea',
    root,
    maxSize: 65_536,
    ours: async () => {
      const login = await ownLogin();
      return (item) => item.optionalObject('user')?.text('login') === login;
    },
    edits: 'PATCH',
    fields: { number: 'number', text: 'body', url: 'html_url' },
    issues: {
      open: 'state=open&type=issues&limit=50',
      closed: { state: 'closed' },
    },
    pulls: {
      word: 'pull request',
      of: (number) => apiPath`/pulls/${number}`,
      at: () => '/pulls?state=open&limit=50',
      open: 'open',
    },
    comments: {
      of: (number) => apiPath`/issues/${number}/comments`,
      one: (_number, id) => apiPath`/issues/comments/${id}`,
    },
    status: { name: 'context', bad: 'failure', longest: 255 },
  });
  return {
    ...rest,
    labels: (number) => giteaLabels(client, root, number),
    // Few versions can say it, and those that cannot return the 404 of a run that is not there.
    jobState: () => Promise.resolve('unknown'),
  };
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
