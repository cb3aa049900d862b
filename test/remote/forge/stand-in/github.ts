import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';
import type { Json, JsonObject } from '../../../../src/model/value.ts';
import { description, type ApiDocument } from './description.ts';
import { paged } from './paged.ts';
import { forgeServer, type Answer, type Asked, type ForgeServer } from './server.ts';

export interface GithubComment {
  id: number;
  body: string;
  login: string;
  isFolded: boolean;
}

export interface GithubIssue {
  number: number;
  title: string;
  body: string;
  login: string;
  state: 'open' | 'closed';
  isPull: boolean;
}

/** What is on GitHub. Tests change it between requests. */
export interface GithubState {
  readonly comments: GithubComment[];
  readonly issues: GithubIssue[];
  head: string;
  /** As GraphQL and `GET /user` say it; undefined: both refuse, as for the token of a workflow. */
  viewer: string | undefined;
  /** As the REST API says it. */
  login: string;
  readonly labels: Set<string>;
  readonly pullLabels: Set<string>;
  readonly statuses: JsonObject[];
  readonly checks: JsonObject[];
  readonly runs: Map<string, string>;
  next: number;
  /** The token may only read. */
  isReadOnly?: boolean;
}

const api = description(
  JSON.parse(readFileSync(new URL('../descriptions/github.json', import.meta.url), 'utf8')) as ApiDocument,
);
const schema = buildSchema(readFileSync(new URL('../descriptions/github.graphql', import.meta.url), 'utf8'));

export const repo = 'acme/edges';
const root = `/repos/${repo}`;

export function githubState(): GithubState {
  return {
    ...{ comments: [], issues: [], head: 'a'.repeat(40), viewer: 'robot', login: 'robot' },
    ...{ labels: new Set(), pullLabels: new Set(), statuses: [], checks: [], runs: new Map(), next: 100 },
  };
}

export function githubServer(
  state: GithubState,
  { prefix = '', token = 'github-secret-token' } = {},
): Promise<ForgeServer> {
  return forgeServer({
    prefix,
    description: api,
    headerProblems: (headers) => [
      ...(headers.accept === 'application/vnd.github+json' ? [] : ['the wrong `accept`']),
      ...(headers['x-github-api-version'] === '2022-11-28' ? [] : ['no version of the API']),
      ...(headers['user-agent']?.startsWith('edgewright/') === true ? [] : ['no user agent']),
      ...(headers.authorization === (token && `Bearer ${token}`) ? [] : ['the wrong credential']),
    ],
    beside: (asked) => (asked.path.endsWith('/graphql') ? graphql(state, asked) : undefined),
    answer: (asked, page) => answer(state, asked, page),
  });
}

function graphql(state: GithubState, { body }: Asked): Answer {
  const { query, variables } = body as { readonly query: string; readonly variables?: JsonObject };
  const errors = validate(schema, parse(query));
  if (errors.length > 0) return { status: 200, values: { errors: [{ message: errors[0]?.message ?? '' }] } };
  if (state.viewer === undefined)
    return {
      status: 200,
      values: { data: null, errors: [{ message: 'Resource not accessible by integration' }] },
    };
  if (query.startsWith('query'))
    return { status: 200, values: { data: { viewer: { login: state.viewer } } } };
  const comment = state.comments.find(({ id }) => variables?.['id'] === `IC_${id}`);
  if (comment === undefined) return { status: 200, values: { errors: [{ message: 'no such node' }] } };
  comment.isFolded = true;
  return { status: 200, values: { data: { minimizeComment: { minimizedComment: { isMinimized: true } } } } };
}

function answer(state: GithubState, asked: Asked, page: (path: string) => string): Answer {
  const { method, path, query, body } = asked;
  if (state.isReadOnly === true && method !== 'GET')
    return { ...refused(403), headers: { 'x-accepted-github-permissions': 'pull_requests=write' } };
  const given = (body ?? {}) as JsonObject;
  const rest = path.slice(root.length);
  const list = (items: readonly Json[]): Answer => paged(asked, items, page);
  const route = `${method} ${rest.replaceAll(/\/\d+(?=\/|$)/g, '/#')}`;
  const number = Number(/\/(\d+)/.exec(rest)?.[1] ?? 0);
  if (method === 'GET' && path === '/user') {
    return state.viewer === undefined ? refused(403) : { status: 200, values: { login: state.viewer } };
  }
  if (rest.startsWith('/labels/') || rest.includes('/labels/')) return oneLabel(state, method, rest);
  switch (route) {
    case 'GET /issues/#/comments':
      return list(state.comments.map((comment) => commentJson(comment)));
    case 'POST /issues/#/comments': {
      const text = given['body'] as string;
      if (text.length > 65_536) return refused(422, 'Body is too long (maximum is 65536 characters)');
      const comment = { id: state.next++, body: text, login: state.login, isFolded: false };
      state.comments.push(comment);
      return { status: 201, values: commentJson(comment) };
    }
    case 'PATCH /issues/comments/#':
    case 'DELETE /issues/comments/#': {
      const index = state.comments.findIndex(({ id }) => id === number);
      const comment = state.comments[index];
      if (comment === undefined) return refused(404);
      if (comment.login !== state.login) return refused(403);
      if (method === 'DELETE') return (state.comments.splice(index, 1), { status: 204 });
      comment.body = given['body'] as string;
      return { status: 200, values: commentJson(comment) };
    }
    case 'GET /pulls/#':
      return { status: 200, values: { number, state: 'open', head: { sha: state.head } } };
    case 'GET /issues':
      return list(
        state.issues.filter((issue) => issue.state === query.get('state')).map((issue) => issueJson(issue)),
      );
    case 'POST /issues': {
      const issue: GithubIssue = {
        ...{ number: state.next++, title: given['title'] as string, body: given['body'] as string },
        ...{ login: state.login, state: 'open', isPull: false },
      };
      state.issues.push(issue);
      return { status: 201, values: issueJson(issue) };
    }
    case 'PATCH /issues/#': {
      const issue = state.issues.find((each) => each.number === number);
      if (issue === undefined) return refused(404);
      Object.assign(issue, given);
      return { status: 200, values: issueJson(issue) };
    }
    case 'GET /issues/#/labels':
      return list([...state.pullLabels].map((name) => ({ name })));
    case 'POST /issues/#/labels':
      for (const name of given['labels'] as readonly string[]) state.pullLabels.add(name);
      return { status: 200, values: [...state.pullLabels].map((name) => ({ name })) };
    case 'POST /labels':
      state.labels.add(given['name'] as string);
      return { status: 201, values: { name: given['name'] as string } };
    case 'POST /check-runs':
      state.checks.push(given);
      return { status: 201, values: { id: state.checks.length } };
    case 'PATCH /check-runs/#':
      state.checks.push(given);
      return { status: 200, values: { id: number } };
  }
  if (rest.startsWith('/statuses/')) return (state.statuses.push(given), { status: 201, values: {} });
  const [, commit] = /^\/commits\/([^/]+)\/pulls$/.exec(rest) ?? [];
  if (commit !== undefined)
    return list([
      { number: 3, state: 'closed', head: { sha: commit } },
      { number: 4, state: 'open', head: { sha: 'b'.repeat(40) } },
      { number: 5, state: 'open', head: { sha: state.head } },
    ]);
  const [, run = ''] = /^\/actions\/runs\/(\d+\/attempts\/\d+)$/.exec(rest) ?? [];
  const status = state.runs.get(run);
  return status === undefined ? refused(404) : { status: 200, values: { status } };
}

function oneLabel(state: GithubState, method: string, rest: string): Answer {
  const name = decodeURIComponent(rest.split('/').at(-1) ?? '');
  if (method === 'GET') return state.labels.has(name) ? { status: 200, values: { name } } : refused(404);
  return state.pullLabels.delete(name) ? { status: 200, values: [] } : refused(404);
}

export function refused(status: number, message = 'Not allowed'): Answer {
  return { status, raw: JSON.stringify({ message }) };
}

function commentJson({ id, body, login, isFolded }: GithubComment): Json {
  return {
    ...{ id, body, node_id: `IC_${id}`, html_url: `https://github.com/${repo}/pull/5#issuecomment-${id}` },
    user: { login, type: login.endsWith('[bot]') ? 'Bot' : 'User' },
    minimized: isFolded ? { reason: 'outdated' } : null,
  };
}

function issueJson({ number, title, body, login, state, isPull }: GithubIssue): Json {
  return {
    ...{ number, title, body, state, html_url: `https://github.com/${repo}/issues/${number}` },
    user: { login, type: login.endsWith('[bot]') ? 'Bot' : 'User' },
    ...(isPull ? { pull_request: {} } : {}),
  };
}
