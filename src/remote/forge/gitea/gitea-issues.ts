import type { ForgeIssue, ForgeIssues } from '../../../model/forge/forge.ts';
import type { ForgeClient } from '../client/forge-client.ts';
import { readAllPages, readAnswer, type AnswerReader } from '../client/list-forge-pages.ts';
import { apiPath } from '../client/api-path.ts';

const maxSize = 65_536;

/** The issues of a repository on Gitea. */
export function giteaIssues(client: ForgeClient, root: string, ownLogin: () => Promise<string>): ForgeIssues {
  const all = `${root}/issues`;
  const one = ({ number }: ForgeIssue): string => all + apiPath`/${number}`;
  return {
    maxSize,
    safe: (body) => body,
    open: async () => {
      const own = await ownLogin();
      const items = await readAllPages(client, `${all}?state=open&type=issues&limit=50`, 'the issues');
      return items
        .filter((item) => item.optionalObject('user')?.text('login') === own)
        .map((item) => issueOf(item))
        .sort((a, b) => Number(a.number) - Number(b.number));
    },
    create: async ({ title, body }) => {
      const dryRun = { number: 0, title, body };
      const { json } = await client.ask({ method: 'POST', path: all, body: { title, body }, dryRun });
      return issueOf(readAnswer(json, 'the issue'));
    },
    edit: async (issue, { title, body }) => {
      const dryRun = { number: Number(issue.number), title, body };
      const { json } = await client.ask({ method: 'PATCH', path: one(issue), body: { title, body }, dryRun });
      return { ...issue, ...issueOf(readAnswer(json, 'the issue')) };
    },
    close: async (issue, body) => {
      await client.ask({ method: 'PATCH', path: one(issue), body: { body, state: 'closed' } });
    },
  };
}

function issueOf(item: AnswerReader): ForgeIssue {
  return {
    number: item.id('number'),
    title: item.text('title'),
    body: item.optionalText('body') ?? '',
    url: item.optionalText('html_url'),
  };
}
