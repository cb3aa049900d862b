import { readFileSync } from 'node:fs';
import type { Json, JsonObject } from '../../../../src/model/value.ts';
import { description, type ApiDocument } from './description.ts';
import { refused } from './github.ts';
import { paged } from './paged.ts';
import { forgeServer, type Answer, type Asked, type ForgeServer } from './server.ts';

interface GiteaComment {
  id: number;
  body: string;
  login: string;
}

/** What is on Gitea or Forgejo. Tests change it between requests. */
export interface GiteaState {
  readonly comments: GiteaComment[];
  readonly issues: { number: number; title: string; body: string; state: string; login: string }[];
  head: string;
  /** Whether the token may ask who it is. */
  mayAsk: boolean;
  login: string;
  /** Some versions answer 204 to an update without a change. */
  patchStatus: 200 | 204;
  readonly labels: { id: number; name: string }[];
  readonly pullLabels: Set<number>;
  readonly statuses: JsonObject[];
  next: number;
}

const api = description(
  JSON.parse(readFileSync(new URL('../descriptions/gitea.json', import.meta.url), 'utf8')) as ApiDocument,
);

const root = '/repos/acme/edges';

export function giteaState(): GiteaState {
  return {
    ...{ comments: [], issues: [], head: 'a'.repeat(40), mayAsk: true, login: 'robot', patchStatus: 200 },
    ...{ labels: [], pullLabels: new Set(), statuses: [], next: 100 },
  };
}

export function giteaServer(state: GiteaState): Promise<ForgeServer> {
  return forgeServer({
    prefix: '/api/v1',
    description: api,
    headerProblems: (headers) => [
      ...(headers['user-agent']?.startsWith('edgewright/') === true ? [] : ['no user agent']),
      ...(headers.authorization === 'token gitea-secret-token' ? [] : ['the wrong credential']),
    ],
    answer: (asked, page) => answer(state, asked, page),
  });
}

function answer(state: GiteaState, asked: Asked, page: (path: string) => string): Answer {
  const { method, path, body } = asked;
  const given = (body ?? {}) as JsonObject;
  if (path === '/user') return state.mayAsk ? { status: 200, values: { login: state.login } } : refused(403);
  const rest = path.slice(root.length);
  const list = (items: readonly Json[]): Answer => paged(asked, items, page);
  const route = `${method} ${rest.replaceAll(/\/\d+(?=\/|$)/g, '/#')}`;
  const number = Number(/(\d+)$/.exec(rest)?.[1] ?? 0);
  switch (route) {
    case 'GET /issues/#/comments':
      // All of them: this list has no pages.
      return { status: 200, values: state.comments.map(commentJson) };
    case 'POST /issues/#/comments': {
      const comment = { id: state.next++, body: given['body'] as string, login: state.login };
      state.comments.push(comment);
      return { status: 201, values: commentJson(comment) };
    }
    case 'PATCH /issues/comments/#':
    case 'DELETE /issues/comments/#': {
      const index = state.comments.findIndex(({ id }) => id === number);
      const comment = state.comments[index];
      if (comment === undefined) return refused(404);
      if (method === 'DELETE') return (state.comments.splice(index, 1), { status: 204 });
      comment.body = given['body'] as string;
      return state.patchStatus === 204 ? { status: 204 } : { status: 200, values: commentJson(comment) };
    }
    case 'GET /pulls/#':
      return { status: 200, values: { number, state: 'open', head: { sha: state.head } } };
    case 'GET /pulls':
      return list([{ number: 5, state: 'open', head: { sha: state.head } }]);
    case 'GET /labels':
      return list(state.labels);
    case 'POST /labels': {
      const label = { id: state.next++, name: given['name'] as string };
      state.labels.push(label);
      return { status: 201, values: label };
    }
    case 'GET /issues/#/labels':
      return { status: 200, values: state.labels.filter(({ id }) => state.pullLabels.has(id)) };
    case 'POST /issues/#/labels':
      for (const id of given['labels'] as readonly number[]) state.pullLabels.add(id);
      return { status: 200, values: [] };
    case 'DELETE /issues/#/labels/#':
      return state.pullLabels.delete(number) ? { status: 204 } : refused(404);
    case 'GET /issues':
      return list(state.issues.filter((issue) => issue.state === 'open').map(issueJson));
    case 'POST /issues': {
      const [title, text] = [given['title'] as string, given['body'] as string];
      const issue = { number: state.next++, title, body: text, state: 'open', login: state.login };
      state.issues.push(issue);
      return { status: 201, values: issueJson(issue) };
    }
    case 'PATCH /issues/#': {
      const issue = state.issues.find((each) => each.number === number);
      if (issue === undefined) return refused(404);
      Object.assign(issue, given);
      return { status: 201, values: issueJson(issue) };
    }
  }
  if (rest.startsWith('/statuses/')) return (state.statuses.push(given), { status: 201, values: {} });
  return refused(404);
}

function commentJson({ id, body, login }: GiteaComment): Json {
  return {
    id,
    body,
    user: { login },
    html_url: `https://codeberg.org/acme/edges/pulls/5#issuecomment-${id}`,
  };
}

function issueJson({ number, title, body, state, login }: GiteaState['issues'][number]): Json {
  return {
    number,
    title,
    body,
    state,
    user: { login },
    html_url: `https://codeberg.org/acme/edges/issues/${number}`,
  };
}
