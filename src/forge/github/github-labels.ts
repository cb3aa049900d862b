import { ForgeError, type PullRequestLabels } from '../../model/forge/forge.ts';
import type { ForgeLine } from '../line/forge-line.ts';
import { readAllPages } from '../line/list-pages.ts';
import { apiPath } from '../line/api-path.ts';
import { removeIfThere } from '../line/remove-if-there.ts';

/** The labels of a pull request on GitHub. */
export function githubLabels(line: ForgeLine, root: string, number: string): PullRequestLabels {
  const all = root + apiPath`/issues/${number}/labels`;
  return {
    names: async () =>
      (await readAllPages(line, `${all}?per_page=100`, 'the labels')).map((label) => label.text('name')),
    add: async ({ name, color, description }) => {
      const label = root + apiPath`/labels/${name}`;
      if (!(await isThere(line, label)))
        await line.ask({ method: 'POST', path: `${root}/labels`, body: { name, color, description } });
      await line.ask({ method: 'POST', path: all, body: { labels: [name] } });
    },
    remove: (name) => removeIfThere(line, all + apiPath`/${name}`),
  };
}

async function isThere(line: ForgeLine, path: string): Promise<boolean> {
  try {
    await line.ask({ method: 'GET', path });
    return true;
  } catch (error) {
    if (error instanceof ForgeError && error.problem === 'missing') return false;
    throw error;
  }
}
