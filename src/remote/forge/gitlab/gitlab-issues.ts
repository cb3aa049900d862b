import { apiPath } from '../client/api-path.ts';
import type { ForgeClient } from '../client/forge-client.ts';
import { readAllPages, readAnswer, type AnswerReader } from '../client/list-forge-pages.ts';
import type { ForgeIssue, ForgeIssues } from '../../../model/forge/forge.ts';

const maxSize = 1_000_000;

/** The issues of a project on GitLab. */
export function gitlabIssues(client: ForgeClient, root: string, ownId: () => Promise<string>): ForgeIssues {
  const all = `${root}/issues`;
  const one = ({ number }: ForgeIssue): string => all + apiPath`/${number}`;
  return {
    maxSize,
    safe: withoutQuickActions,
    open: async () => {
      const own = await ownId();
      const query = apiPath`state=opened&scope=all&author_id=${own}&order_by=created_at&sort=asc&per_page=100`;
      const items = await readAllPages(client, `${all}?${query}`, 'the issues');
      return items.filter((item) => item.object('author').id('id') === own).map((item) => issueOf(item));
    },
    create: async ({ title, body }) => {
      const dryRun = { iid: 0, title, description: body };
      const { json } = await client.ask({
        method: 'POST',
        path: all,
        body: { title, description: body },
        dryRun,
      });
      return issueOf(readAnswer(json, 'the issue'));
    },
    edit: async (issue, { title, body }) => {
      const dryRun = { iid: Number(issue.number), title, description: body };
      const request = {
        method: 'PUT',
        path: one(issue),
        body: { title, description: body },
        dryRun,
      } as const;
      return { ...issue, ...issueOf(readAnswer((await client.ask(request)).json, 'the issue')) };
    },
    close: async (issue, body) => {
      await client.ask({
        method: 'PUT',
        path: one(issue),
        body: { description: body, state_event: 'close' },
      });
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

/**
 * GitLab executes lines of notes and descriptions that begin with a slash (`/close`), also when a program wrote them. It
 * leaves out code, but by a rule that fences of more than three backticks defeat, so here no line begins with a slash.
 */
export function withoutQuickActions(body: string): string {
  let fence: string | undefined;
  const lines = body.split('\n').map((line) => {
    const [, mark = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    const isCode = fence !== undefined;
    if (fence === undefined) fence = mark === '' ? undefined : mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = undefined;
    // In code a backslash would be shown as it is, and the spelled-out character is how all inert text is shown.
    return line.replace(/^(\s*)\//, isCode ? String.raw`$1\u{2f}` : String.raw`$1\/`);
  });
  return lines.join('\n');
}
