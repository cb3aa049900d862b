import type { ForgeIssue, ForgeIssues } from '../../model/forge/forge.ts';
import type { ForgeLine } from '../line/forge-line.ts';
import { readAllPages } from '../line/list-pages.ts';
import { apiPath } from '../line/api-path.ts';
import { withoutQuickActions } from './quick-actions.ts';
import { readAnswer, type AnswerReader } from '../line/read-answer.ts';

const maxSize = 1_000_000;

/** The issues of a project on GitLab. */
export function gitlabIssues(line: ForgeLine, root: string, ownId: () => Promise<string>): ForgeIssues {
  const all = `${root}/issues`;
  const one = ({ number }: ForgeIssue): string => all + apiPath`/${number}`;
  return {
    maxSize,
    safe: withoutQuickActions,
    open: async () => {
      const own = await ownId();
      const query = apiPath`state=opened&scope=all&author_id=${own}&order_by=created_at&sort=asc&per_page=100`;
      const items = await readAllPages(line, `${all}?${query}`, 'the issues');
      return items.filter((item) => item.object('author').id('id') === own).map((item) => issueOf(item));
    },
    create: async ({ title, body }) => {
      const pretend = { iid: 0, title, description: body };
      const { json } = await line.ask({
        method: 'POST',
        path: all,
        body: { title, description: body },
        pretend,
      });
      return issueOf(readAnswer(json, 'the issue'));
    },
    edit: async (issue, { title, body }) => {
      const pretend = { iid: Number(issue.number), title, description: body };
      const request = {
        method: 'PUT',
        path: one(issue),
        body: { title, description: body },
        pretend,
      } as const;
      return { ...issue, ...issueOf(readAnswer((await line.ask(request)).json, 'the issue')) };
    },
    close: async (issue, body) => {
      await line.ask({ method: 'PUT', path: one(issue), body: { description: body, state_event: 'close' } });
    },
  };
}

function issueOf(item: AnswerReader): ForgeIssue {
  return {
    number: item.id('iid'),
    title: item.text('title'),
    body: item.optionalText('description') ?? '',
    url: item.optionalText('web_url'),
  };
}
