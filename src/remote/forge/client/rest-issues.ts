import type { ForgeIssue, ForgeIssues } from '../../../model/forge.ts';
import type { JsonObject } from '../../../model/value.ts';
import { apiPath, type ForgeClient } from './forge-client.ts';
import { readAllPages, readAnswer, type AnswerReader } from './list-forge-pages.ts';

/** How a forge lists, names and closes issues. */
export interface IssueDialect {
  /** The path of the issues of the repository. */
  readonly path: string;
  /** The query for open issues, and which of these we wrote. */
  readonly ours: () => Promise<{ readonly query: string; readonly isOurs: (item: AnswerReader) => boolean }>;
  readonly fields: { readonly number: string; readonly body: string; readonly url: string };
  readonly edits: 'PATCH' | 'PUT';
  readonly closed: JsonObject;
  /** In UTF-16 units. */
  readonly maxSize: number;
  readonly safe?: (body: string) => string;
}

export function restIssues(client: ForgeClient, dialect: IssueDialect): ForgeIssues {
  const { path, ours, fields, edits, closed, maxSize, safe = (body) => body } = dialect;
  const one = ({ number }: ForgeIssue): string => path + apiPath`/${number}`;
  const issueOf = (item: AnswerReader): ForgeIssue => ({
    number: item.id(fields.number),
    title: item.text('title'),
    body: item.optionalText(fields.body) ?? '',
    url: item.optionalText(fields.url),
  });
  return {
    maxSize,
    safe,
    open: async () => {
      const { query, isOurs } = await ours();
      const items = await readAllPages(client, `${path}?${query}`, 'the issues');
      return items
        .filter((item) => isOurs(item))
        .map((item) => issueOf(item))
        .sort((a, b) => Number(a.number) - Number(b.number));
    },
    create: async ({ title, body: text }) => {
      const body = { title, [fields.body]: text };
      const dryRun = { [fields.number]: 0, ...body };
      const { json } = await client.ask({ method: 'POST', path, body, dryRun });
      return issueOf(readAnswer(json, 'the issue'));
    },
    edit: async (issue, { title, body: text }) => {
      const body = { title, [fields.body]: text };
      const dryRun = { [fields.number]: Number(issue.number), ...body };
      const { json } = await client.ask({ method: edits, path: one(issue), body, dryRun });
      return { ...issue, ...issueOf(readAnswer(json, 'the issue')) };
    },
    close: async (issue, text) => {
      await client.ask({ method: edits, path: one(issue), body: { [fields.body]: text, ...closed } });
    },
  };
}
