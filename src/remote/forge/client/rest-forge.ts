import {
  ForgeError,
  type Forge,
  type ForgeComment,
  type ForgeIssue,
  type ForgeKind,
} from '../../../model/forge.ts';
import type { JsonObject } from '../../../model/value.ts';

import { foldedBody, isFoldedBody } from '../upsert-comment.ts';
import type { ForgeClient } from './forge-client.ts';
import { readAllPages } from './list-forge-pages.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';
import { clip } from '../../../text/words/clip.ts';
import { malformed, readAnswer, type AnswerReader } from './forge-answer.ts';
import { apiPath } from './api-path.ts';
import { onceOnly } from '../../../text/waits/once-only.ts';
import { removeIfThere } from './remove-if-there.ts';

/** The paths, names and limits of one forge. Paths begin at that of the repository. */
export interface ForgeDialect {
  readonly kind: ForgeKind;
  /** The path of the repository. */
  readonly root: string;
  /** The text of a comment or issue, in UTF-16 units. */
  readonly maxSize: number;
  readonly safe?: (body: string) => string;
  /** Whether we wrote a comment or an issue. */
  readonly ours: () => Promise<(item: AnswerReader) => boolean>;
  readonly edits: 'PATCH' | 'PUT';
  /** The names of fields: `text` is that of an issue. */
  readonly fields: { readonly number: string; readonly text: string; readonly url: string };
  /** The query for the open issues, and what closes one. */
  readonly issues: { readonly open: string; readonly closed: JsonObject };
  readonly pulls: {
    readonly word: 'pull request' | 'merge request';
    readonly of: (number: string) => string;
    /** A list with those of a commit. */
    readonly at: (commit: string) => string;
    /** The state of one that is open. */
    readonly open: string;
  };
  readonly comments: {
    readonly of: (number: string) => string;
    /** Of their list. */
    readonly query?: string;
    readonly one: (number: string, id: string) => string;
    /** Between the page of the pull request and the id, where a comment does not have its URL. */
    readonly anchor?: string;
    /** Collapses a comment, where the forge can. */
    readonly fold?: (comment: ForgeComment) => Promise<void>;
  };
  readonly status: { readonly name: string; readonly bad: string; readonly longest: number };
}

type RestForge = Omit<Forge, 'labels' | 'jobState'>;

/** Comments, issues and statuses, which the forges have in the same way but for their dialect. */
export function restForge(client: ForgeClient, dialect: ForgeDialect): RestForge {
  const { kind, root, pulls, fields, status } = dialect;
  return {
    kind,
    pullRequest: (number) => commentsOn(client, dialect, number),
    issues: issuesOf(client, dialect),
    pullRequestOf: async (commit) => {
      const all = await readAllPages(client, root + pulls.at(commit), `the ${pulls.word}s`);
      const found = all.find((pull) => pull.text('state') === pulls.open && headOf(pull) === commit);
      return found?.id(fields.number);
    },
    report: async (commit, { name, conclusion, title, url }) => {
      const body = {
        state: conclusion === 'action-required' ? status.bad : 'success',
        [status.name]: name,
        description: clip(title, status.longest),
        ...withoutUndefined({ target_url: url }),
      };
      await client.ask({ method: 'POST', path: root + apiPath`/statuses/${commit}`, body });
    },
    close: client.close,
  };
}

function commentsOn(
  client: ForgeClient,
  { root, maxSize, safe = (body) => body, ours, edits, fields, pulls, comments }: ForgeDialect,
  number: string,
): ReturnType<Forge['pullRequest']> {
  const pathOf = ({ id }: ForgeComment): string => root + comments.one(number, id);
  const read = async (): Promise<AnswerReader> => {
    const { json } = await client.ask({ method: 'GET', path: root + pulls.of(number) });
    return readAnswer(json, `the ${pulls.word}`);
  };
  const page = onceOnly(async () => (await read()).optionalText(fields.url));
  const commentOf = async (item: AnswerReader): Promise<ForgeComment> => {
    const [id, body, { anchor }] = [item.id('id'), item.optionalText('body') ?? '', comments];
    const base = anchor === undefined ? undefined : await page();
    return {
      id,
      body,
      url: base === undefined ? item.optionalText(fields.url) : `${base}${anchor}${id}`,
      isFolded: item.optionalObject('minimized') !== undefined || isFoldedBody(body),
      node: item.optionalText('node_id'),
    };
  };
  const edit = async (comment: ForgeComment, body: string): Promise<void> => {
    await client.ask({ method: edits, path: pathOf(comment), body: { body } });
  };
  return {
    maxSize,
    safe,
    headCommit: async () => {
      const head = headOf(await read());
      if (head === undefined) throw malformed(`the ${pulls.word}`, 'it has no commit');
      return head;
    },
    comments: async () => {
      const isOurs = await ours();
      const all = await readAllPages(
        client,
        root + comments.of(number) + (comments.query ?? ''),
        'the comments',
      );
      return byNumber(await Promise.all(all.filter(isOurs).map(commentOf)), ({ id }) => id);
    },
    write: async (body) => {
      const [path, dryRun] = [root + comments.of(number), { id: 0, body }];
      const { json } = await client.ask({ method: 'POST', path, body: { body }, dryRun });
      return commentOf(readAnswer(json, 'the comment'));
    },
    edit,
    remove: (comment) => removeIfThere(client, pathOf(comment)),
    fold: comments.fold ?? ((comment) => edit(comment, foldedBody(comment.body))),
  };
}

function issuesOf(
  client: ForgeClient,
  { root, maxSize, safe = (body) => body, ours, edits, fields, issues }: ForgeDialect,
): Forge['issues'] {
  const path = `${root}/issues`;
  const issueOf = (item: AnswerReader): ForgeIssue => ({
    number: item.id(fields.number),
    title: item.text('title'),
    body: item.optionalText(fields.text) ?? '',
    url: item.optionalText(fields.url),
  });
  const edit = async ({ number }: ForgeIssue, body: JsonObject): Promise<void> => {
    await client.ask({ method: edits, path: path + apiPath`/${number}`, body });
  };
  return {
    maxSize,
    safe,
    open: async () => {
      const isOurs = await ours();
      const all = await readAllPages(client, `${path}?${issues.open}`, 'the issues');
      return byNumber(all.filter(isOurs).map(issueOf), ({ number }) => number);
    },
    create: async ({ title, body: text }) => {
      const body = { title, [fields.text]: text };
      const dryRun = { [fields.number]: 0, ...body };
      const { json } = await client.ask({ method: 'POST', path, body, dryRun });
      return issueOf(readAnswer(json, 'the issue'));
    },
    edit: (issue, { title, body }) => edit(issue, { title, [fields.text]: body }),
    close: (issue, body) => edit(issue, { [fields.text]: body, ...issues.closed }),
  };
}

/** The newest commit of a pull request. */
function headOf(pull: AnswerReader): string | undefined {
  return pull.optionalObject('head')?.text('sha') ?? pull.optionalText('sha');
}

/** Oldest first. */
function byNumber<Item>(items: readonly Item[], of: (item: Item) => string): readonly Item[] {
  return [...items].sort((a, b) => Number(of(a)) - Number(of(b)));
}

/** The name of the user of our token; undefined if the token may not ask, as that of a workflow. */
export async function userLogin(client: ForgeClient): Promise<string | undefined> {
  try {
    return readAnswer((await client.ask({ method: 'GET', path: '/user' })).json, 'the user').text('login');
  } catch (error) {
    if (error instanceof ForgeError && (error.problem === 'no-right' || error.problem === 'missing'))
      return undefined;
    throw error;
  }
}
