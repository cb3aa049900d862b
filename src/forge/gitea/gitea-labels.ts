import type { PullRequestLabels } from '../../model/forge/forge.ts';
import type { ForgeLine } from '../line/forge-line.ts';
import { readAllPages } from '../line/list-pages.ts';
import { apiPath } from '../line/api-path.ts';
import { readAnswer } from '../line/read-answer.ts';
import { removeIfThere } from '../line/remove-if-there.ts';

/** The labels of a pull request on Gitea, which names them by number. */
export function giteaLabels(line: ForgeLine, root: string, number: string): PullRequestLabels {
  const mine = root + apiPath`/issues/${number}/labels`;
  const idIn = async (path: string, name: string): Promise<string | undefined> => {
    const labels = await readAllPages(line, path, 'the labels');
    return labels.find((label) => label.text('name') === name)?.id('id');
  };
  const idOf = async (name: string): Promise<string | undefined> => idIn(`${root}/labels?limit=50`, name);
  return {
    names: async () => (await readAllPages(line, mine, 'the labels')).map((label) => label.text('name')),
    add: async ({ name, color, description }) => {
      const known = await idOf(name);
      const body = { name, color: `#${color}`, description };
      const create = { method: 'POST', path: `${root}/labels`, body, pretend: { id: 0 } } as const;
      const id = known ?? readAnswer((await line.ask(create)).json, 'the label').id('id');
      await line.ask({ method: 'POST', path: mine, body: { labels: [Number(id)] } });
    },
    remove: async (name) => {
      const id = await idIn(mine, name);
      if (id !== undefined) await removeIfThere(line, mine + apiPath`/${id}`);
    },
  };
}
