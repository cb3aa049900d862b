import { readFileSync } from 'node:fs';
import type { Json, JsonObject } from '../../../../src/model/value.ts';
import { description, type ApiDocument } from './description.ts';
import { refused } from './github.ts';
import { forgeServer, type Answer, type Asked, type ForgeServer } from './server.ts';

export interface GitlabNote {
  id: number;
  body: string;
  author: number;
  system: boolean;
}

/** What is on GitLab. Tests change it between requests. */
export interface GitlabState {
  readonly notes: GitlabNote[];
  readonly issues: { iid: number; title: string; description: string; state: string; author: number }[];
  head: string;
  /** The user of the token. */
  readonly own: number;
  readonly labels: string[];
  readonly statuses: JsonObject[];
  readonly jobs: Map<string, string>;
  next: number;
}

/** Written by hand after the public documentation: GitLab publishes no description of these answers. */
const api = description(
  JSON.parse(readFileSync(new URL('../descriptions/gitlab.json', import.meta.url), 'utf8')) as ApiDocument,
);

const project = 'acme/platform/edges';
const root = `/projects/${encodeURIComponent(project)}`;

export function gitlabState(): GitlabState {
  return {
    ...{ notes: [], issues: [], head: 'a'.repeat(40), own: 7, labels: [], statuses: [] },
    ...{ jobs: new Map(), next: 100 },
  };
}

export function gitlabServer(state: GitlabState): Promise<ForgeServer> {
  return forgeServer({
    prefix: '/api/v4',
    description: api,
    headerProblems: (headers) => [
      ...(headers['user-agent']?.startsWith('edgewright/') === true ? [] : ['no user agent']),
      ...(headers['private-token'] === 'gitlab-secret-token' ? [] : ['the wrong credential']),
      ...(headers.authorization === undefined ? [] : ['a second credential']),
    ],
    answer: (asked) => answer(state, asked),
  });
}

/** Pages of GitLab hold fewer items than asked for where some are hidden. */
function paged({ query }: Asked, items: readonly Json[]): Answer {
  const size = Math.min(Number(query.get('per_page') ?? 20), 30);
  const page = Number(query.get('page') ?? 1);
  const isLast = page * size >= items.length;
  return {
    status: 200,
    values: items.slice((page - 1) * size, page * size),
    headers: { 'x-next-page': isLast ? '' : String(page + 1), 'x-per-page': '100' },
  };
}

function answer(state: GitlabState, asked: Asked): Answer {
  const { method, path, body, query } = asked;
  const given = (body ?? {}) as JsonObject;
  if (path === '/user') return { status: 200, values: { id: state.own, username: 'robot' } };
  if (!path.startsWith(root)) return refused(404);
  const rest = path.slice(root.length);
  const route = `${method} ${rest.replaceAll(/\/\d+(?=\/|$)/g, '/#')}`;
  const number = Number(/(\d+)$/.exec(rest)?.[1] ?? 0);
  const request = {
    iid: 5,
    state: 'opened',
    sha: state.head,
    labels: state.labels,
    web_url: 'https://gitlab.com/mr/5',
  };
  switch (route) {
    case 'GET /merge_requests/#':
      return { status: 200, values: request };
    case 'PUT /merge_requests/#': {
      const { add_labels: add, remove_labels: remove } = given;
      if (typeof add === 'string') state.labels.push(add);
      if (typeof remove === 'string') state.labels.splice(state.labels.indexOf(remove), 1);
      return { status: 200, values: request };
    }
    case 'GET /merge_requests/#/notes':
      return paged(asked, state.notes.map(noteJson));
    case 'POST /merge_requests/#/notes': {
      const note = { id: state.next++, body: given['body'] as string, author: state.own, system: false };
      state.notes.push(note);
      return { status: 201, values: noteJson(note) };
    }
    case 'PUT /merge_requests/#/notes/#':
    case 'DELETE /merge_requests/#/notes/#': {
      const index = state.notes.findIndex(({ id }) => id === number);
      const note = state.notes[index];
      if (note === undefined) return refused(404);
      if (note.author !== state.own) return refused(403);
      if (method === 'DELETE') return (state.notes.splice(index, 1), { status: 204 });
      note.body = given['body'] as string;
      return { status: 200, values: noteJson(note) };
    }
    case 'GET /issues':
      return paged(
        asked,
        state.issues
          .filter((issue) => issue.state === query.get('state'))
          .filter(({ author }) => query.get('scope') !== 'created_by_me' || author === state.own)
          .map(issueJson),
      );
    case 'POST /issues': {
      const [title, description] = [given['title'] as string, given['description'] as string];
      const issue = { iid: state.next++, title, description, state: 'opened', author: state.own };
      state.issues.push(issue);
      return { status: 201, values: issueJson(issue) };
    }
    case 'PUT /issues/#': {
      const issue = state.issues.find(({ iid }) => iid === number);
      if (issue === undefined) return refused(404);
      const { state_event: event, ...fields } = given;
      Object.assign(issue, fields, event === 'close' ? { state: 'closed' } : {});
      return { status: 200, values: issueJson(issue) };
    }
    case 'GET /jobs/#': {
      const status = state.jobs.get(String(number));
      return status === undefined ? refused(404) : { status: 200, values: { status } };
    }
  }
  if (rest.startsWith('/statuses/')) return (state.statuses.push(given), { status: 201, values: {} });
  if (rest.startsWith('/repository/commits/')) {
    const [, , , commit = ''] = rest.split('/');
    return paged(asked, [{ iid: 4, state: 'merged', sha: commit }, request]);
  }
  return refused(404);
}

function noteJson({ id, body, author, system }: GitlabNote): Json {
  return { id, body, system, author: { id: author } };
}

function issueJson({ iid, title, description, state, author }: GitlabState['issues'][number]): Json {
  return {
    iid,
    title,
    description,
    state,
    author: { id: author },
    web_url: `https://gitlab.com/issues/${iid}`,
  };
}
