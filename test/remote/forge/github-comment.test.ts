import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { markerLine, type CommentKey } from '../../../src/remote/forge/comment-identity.ts';
import {
  upsertComment,
  type CommentToPost,
  type PostedComment,
} from '../../../src/remote/forge/upsert-comment.ts';
import { ForgeError, type Forge } from '../../../src/model/forge.ts';
import { githubServer, githubState, refused, repo, type GithubState } from './stand-in/github.ts';
import { openAt } from './stand-in/open.ts';
import type { ForgeServer } from './stand-in/server.ts';

const key: CommentKey = { about: 'plan', lineage: 'one', environments: ['production'], label: '' };
const head = 'a'.repeat(40);
const marker = (facts = {}): string => markerLine(key, { commit: head, ...facts });

let state: GithubState;
let server: ForgeServer;
let forge: Forge;
let slept: readonly number[];

beforeEach(async () => {
  state = githubState();
  server = await githubServer(state);
  ({ forge, slept } = await openAt(server, { kind: 'github', repo }));
});

afterEach(async () => {
  await forge.close();
  await server.close();
  expect(server.problems).toEqual([]);
});

function upsert(body = 'the plan', options: Partial<CommentToPost> = {}): Promise<PostedComment> {
  const render: CommentToPost['render'] = (room) => (marker() + body).slice(0, room);
  return upsertComment(forge.pullRequest('5'), { key, commit: head, render, ...options });
}

const comments = '/repos/acme/edges/issues/comments';
const all = '/repos/acme/edges/issues/5/comments';

test('a first comment is created, and its page is told', async () => {
  expect(await upsert()).toEqual({
    outcome: 'created',
    url: 'https://github.com/acme/edges/pull/5#issuecomment-100',
    leftovers: [],
  });
  expect(server.writes()).toEqual([`POST ${all}`]);
});

test('the same text sends no request that writes; another text is an update in place', async () => {
  await upsert();
  expect((await upsert()).outcome).toBe('unchanged');
  expect(server.writes()).toHaveLength(1);
  expect((await upsert('another plan')).outcome).toBe('updated');
  expect(server.writes()).toEqual([`POST ${all}`, `PATCH ${comments}/100`]);
  expect(state.comments.map(({ body }) => body)).toEqual([`${marker()}another plan`]);
});

test('line ends that the forge changed, and the time of the plan, do not count as a change', async () => {
  const render: CommentToPost['render'] = (_room, as) =>
    `${marker({ time: as?.time ?? 'now' })}a\nb at ${as?.time ?? 'now'}\n`;
  const body = `${marker({ time: 'then' })}a\nb at then`.replaceAll('\n', '\r\n');
  state.comments.push({ id: 1, body, login: 'robot', isFolded: false });
  expect((await upsert('', { render })).outcome).toBe('unchanged');
});

test('a text that a person changed is written again', async () => {
  const body = `${marker()}nothing to see here`;
  state.comments.push({ id: 1, body, login: 'robot', isFolded: false });
  expect((await upsert()).outcome).toBe('updated');
});

test('a forged marker of a different author is left alone', async () => {
  for (const login of ['mallory', 'robots', 'github-actions'])
    state.comments.push({ id: state.next++, body: `${marker()}forged`, login, isFolded: false });
  expect((await upsert()).outcome).toBe('created');
  expect(state.comments.filter(({ body }) => body.includes('forged'))).toHaveLength(3);
});

test('comments for a different key are left alone', async () => {
  for (const other of [{ lineage: 'two' }, { environments: ['production', 'qa'] }, { label: 'x' }])
    state.comments.push({
      ...{ id: state.next++, login: 'robot', isFolded: false },
      body: markerLine({ ...key, ...other }, { commit: head }),
    });
  expect((await upsert()).outcome).toBe('created');
  expect(state.comments).toHaveLength(4);
});

test('of several of ours the newest that is open is updated, and the others are removed', async () => {
  for (const [id, isFolded] of [
    [1, false],
    [2, false],
    [3, false],
    [4, true],
  ] as const)
    state.comments.push({ id, body: `${marker()}old`, login: 'robot', isFolded });
  expect(await upsert()).toMatchObject({ outcome: 'updated', leftovers: [] });
  expect(state.comments.map(({ id }) => id)).toEqual([3, 4]);
});

test('all pages are read', async () => {
  for (let id = 1; id <= 250; id++)
    state.comments.push({ id, body: 'talk', login: 'mallory', isFolded: false });
  state.comments.push({ id: 251, body: `${marker()}old`, login: 'robot', isFolded: false });
  expect((await upsert()).outcome).toBe('updated');
  expect(server.asked.filter(({ path }) => path === all)).toHaveLength(3);
});

test('a run for an older commit overwrites nothing', async () => {
  state.head = 'b'.repeat(40);
  state.comments.push({ id: 1, body: `${marker()}newer`, login: 'robot', isFolded: false });
  expect(await upsert()).toEqual({ outcome: 'outdated', head: 'b'.repeat(40), leftovers: [] });
  expect(server.writes()).toEqual([]);
});

describe('a plan without changes', () => {
  test('creates no comment, updates one, or deletes it', async () => {
    expect((await upsert('none', { onEmpty: 'update' })).outcome).toBe('not-needed');
    expect((await upsert('none', { onEmpty: 'create' })).outcome).toBe('created');
    expect((await upsert('nothing', { onEmpty: 'update' })).outcome).toBe('updated');
    expect((await upsert('none', { onEmpty: 'delete' })).outcome).toBe('deleted');
    expect((await upsert('none', { onEmpty: 'delete' })).outcome).toBe('not-needed');
    expect(state.comments).toEqual([]);
  });
});

describe('--new', () => {
  test('writes a new comment and folds the older ones', async () => {
    await upsert('one');
    expect(await upsert('two', { isNew: true })).toMatchObject({ outcome: 'created', leftovers: [] });
    expect(state.comments.map(({ body, isFolded }) => [body.slice(marker().length), isFolded])).toEqual([
      ['one', true],
      ['two', false],
    ]);
  });

  test('a comment that cannot be folded is a leftover', async () => {
    state.viewer = undefined;
    state.login = 'github-actions[bot]';
    await upsert('one');
    const posted = await upsert('two', { isNew: true });
    expect(posted.leftovers).toEqual(['GraphQL refused: Resource not accessible by integration']);
  });
});

describe('who we are', () => {
  test.each([
    { viewer: undefined, login: 'github-actions[bot]' },
    { viewer: 'github-actions[bot]', login: 'github-actions[bot]' },
    { viewer: 'our-app', login: 'our-app[bot]' },
    { viewer: 'Robot', login: 'robot' },
  ])('$login is $viewer', async (who) => {
    Object.assign(state, who);
    await upsert();
    expect((await upsert('more')).outcome).toBe('updated');
  });

  test('without an answer nothing is written', async () => {
    server.fault = ({ path }) => (path === '/graphql' ? refused(502) : undefined);
    await expect(upsert()).rejects.toMatchObject({ problem: 'unanswered' });
    expect(server.writes()).toEqual([]);
  });

  test('nor with an answer that cannot be read: each run would write one more comment', async () => {
    server.fault = ({ path }) =>
      path === '/graphql' || path === '/user' ? { status: 200, raw: '[]' } : undefined;
    await expect(upsert()).rejects.toThrow('the user is malformed: it is not an object');
    expect(server.writes()).toEqual([]);
  });
});

describe('a lost response to a POST', () => {
  test('is not repeated if the comment is there', async () => {
    server.fault = ({ method, path }) => (method === 'POST' && path === all ? 'lost-after' : undefined);
    expect((await upsert()).outcome).toBe('created');
    expect(state.comments).toHaveLength(1);
    expect(server.writes()).toHaveLength(1);
  });

  test('is repeated once if it is not there', async () => {
    let lost = 0;
    server.fault = ({ method, path }) =>
      method === 'POST' && path === all && lost++ === 0 ? 'lost-before' : undefined;
    expect((await upsert()).outcome).toBe('created');
    expect(state.comments).toHaveLength(1);
    expect(server.writes()).toHaveLength(2);
  });

  test('a 502 counts as lost', async () => {
    let lost = 0;
    server.fault = ({ method, path }) =>
      method === 'POST' && path === all && lost++ === 0 ? refused(502) : undefined;
    expect((await upsert()).outcome).toBe('created');
    expect(server.asked.filter(({ method, path }) => method === 'GET' && path === all)).toHaveLength(3);
  });
});

test('two runs that create at the same time keep one comment', async () => {
  const other = await openAt(server, { kind: 'github', repo });
  const render = (): string => `${marker()}the plan`;
  const both = await Promise.all([
    upsert(),
    upsertComment(other.forge.pullRequest('5'), { key, commit: head, render }),
  ]);
  await other.forge.close();
  const last = await upsert();
  expect(state.comments).toHaveLength(1);
  expect([...both, last].flatMap(({ leftovers }) => leftovers)).toEqual([]);
});

test('a comment that was removed meanwhile is created again', async () => {
  state.comments.push({ id: 1, body: `${marker()}old`, login: 'robot', isFolded: false });
  server.fault = ({ method }) => (method === 'PATCH' ? (state.comments.splice(0), undefined) : undefined);
  expect((await upsert()).outcome).toBe('created');
  expect(state.comments.map(({ body }) => body)).toEqual([`${marker()}the plan`]);
});

test('a text that the forge finds too long is sent in half the room', async () => {
  let count = 0;
  server.fault = ({ method, path }) =>
    method === 'POST' && path === all && count++ === 0
      ? refused(422, 'Validation Failed: body is too long (maximum is 65536 characters)')
      : undefined;
  await upsert('x'.repeat(70_000));
  expect(state.comments.map(({ body }) => body.length)).toEqual([32_768]);
});

describe('refusals', () => {
  test.each([
    [403, 'no-right', /returned 403 \(the token may not do this\): Not allowed$/],
    [401, 'no-right', /returned 401 \(the token was refused\): Not allowed$/],
    [404, 'missing', /returned 404: Not allowed$/],
    [410, 'missing', /returned 410: Not allowed$/],
    [422, 'refused', /returned 422: Not allowed$/],
  ])('%d', async (status, problem, message) => {
    server.fault = ({ method, path }) => (method === 'POST' && path === all ? refused(status) : undefined);
    const error = await upsert().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ForgeError);
    expect(error).toMatchObject({ problem, status, message: expect.stringMatching(message) as unknown });
    expect(String((error as Error).stack)).not.toContain('github-secret-token');
  });

  test('403 names the permission', async () => {
    const headers = { 'x-accepted-github-permissions': 'pull_requests=write' };
    server.fault = ({ method, path }) =>
      method === 'POST' && path === all ? { ...refused(403), headers } : undefined;
    await expect(upsert()).rejects.toThrow('it needs the permission pull_requests=write');
  });

  test('a redirect is not followed', async () => {
    server.fault = ({ path }) =>
      path === all ? { status: 301, headers: { location: 'https://evil.example/x' } } : undefined;
    await expect(upsert()).rejects.toThrow(
      'a redirect to https://evil.example; redirects are never followed',
    );
  });

  test('a next page on another host is not asked', async () => {
    const link = '<https://evil.example/repos/acme/edges/issues/5/comments?page=2>; rel="next"';
    server.fault = ({ path }) => (path === all ? { status: 200, raw: '[]', headers: { link } } : undefined);
    await expect(upsert()).rejects.toThrow(
      /`Link` leads away from http:\/\/127.0.0.1:\d+, to https:\/\/evil/,
    );
  });

  test('pages in a circle are not read for ever', async () => {
    const link = `<${server.url}${all}?per_page=100>; rel="next"`;
    server.fault = ({ path }) => (path === all ? { status: 200, raw: '[]', headers: { link } } : undefined);
    await expect(upsert()).rejects.toThrow('the comments is malformed: `Link` goes in a circle');
  });

  test.each([
    ['{}', 'the comments is malformed: it is not a list'],
    ['[1]', 'the comments[0] is malformed: it is not an object'],
    ['[{"id":1,"user":{"login":7}}]', '`login` is not text'],
    ['nonsense', 'is not JSON'],
  ])('the response %s', async (raw, message) => {
    server.fault = ({ path }) => (path === all ? { status: 200, raw } : undefined);
    await expect(upsert()).rejects.toThrow(message);
  });
});

describe('rate limits', () => {
  const limited = (
    headers: Readonly<Record<string, string>>,
    status = 403,
    message = 'secondary rate limit',
  ) => {
    let count = 0;
    server.fault = ({ method, path }) =>
      method === 'POST' && path === all && count++ === 0
        ? { status, raw: JSON.stringify({ message }), headers }
        : undefined;
  };
  const reset = String(Date.parse('2026-06-01T12:01:30Z') / 1000);

  test.each([
    ['Retry-After', { 'retry-after': '7' }, 7_000],
    ['the reset', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }, 91_000],
    ['nothing', {}, 60_000],
    ['no time at all', { 'retry-after': '0' }, 60_000],
    ['a date in the past', { 'retry-after': 'Mon, 01 Jan 2001 00:00:00 GMT' }, 60_000],
    [
      'the reset of a limit that is not used up',
      { 'x-ratelimit-remaining': '9', 'x-ratelimit-reset': reset },
      60_000,
    ],
  ])('%s says how long to wait', async (_name, headers, wait) => {
    limited(headers);
    expect((await upsert()).outcome).toBe('created');
    expect(slept).toEqual([wait]);
  });

  test('a wait of more than ten minutes ends the run', async () => {
    limited({ 'retry-after': '3600' }, 429);
    await expect(upsert()).rejects.toMatchObject({ problem: 'rate-limit' });
    expect(slept).toEqual([]);
  });

  test.each([{}, { 'retry-after': '0' }])(
    'the waits double, and end after ten minutes: %o',
    async (headers) => {
      server.fault = ({ method, path }) =>
        method === 'POST' && path === all ? { ...refused(429), headers } : undefined;
      await expect(upsert()).rejects.toMatchObject({ problem: 'rate-limit' });
      expect(slept).toEqual([60_000, 120_000, 240_000]);
    },
  );

  test('writes are a second apart', async () => {
    for (const id of [1, 2, 3])
      state.comments.push({ id, body: `${marker()}old`, login: 'robot', isFolded: false });
    await upsert();
    expect(server.writes()).toHaveLength(3);
    expect(slept).toEqual([1_000, 1_000]);
  });

  test('so is the next one after a refusal', async () => {
    for (const id of [1, 2, 3])
      state.comments.push({ id, body: `${marker()}old`, login: 'robot', isFolded: false });
    server.fault = ({ method }) => (method === 'DELETE' ? refused(403) : undefined);
    expect((await upsert()).leftovers).toHaveLength(2);
    expect(slept).toEqual([1_000, 1_000]);
  });

  test('so is a repeated one', async () => {
    await upsert();
    let times = 0;
    server.fault = ({ method }) => (method === 'PATCH' && times++ === 0 ? { status: 502 } : undefined);
    expect((await upsert('more')).outcome).toBe('updated');
    expect(slept).toEqual([1_000, 500, 500]);
  });
});

test.each([
  [60_000, 4],
  [0, 1],
])(
  'with a patience of %s ms, a silent forge is asked %s times, each for the timeout',
  async (patienceMs, times) => {
    server.fault = () => 'silent';
    const { forge: hasty } = await openAt(server, { kind: 'github', repo, timeoutMs: 300, patienceMs });
    await expect(hasty.pullRequest('5').headCommit()).rejects.toMatchObject({ problem: 'unanswered' });
    expect(server.asked).toHaveLength(times);
    await hasty.close();
  },
);

describe('the dry run', () => {
  test('reads, and tells the requests that it does not send', async () => {
    const told: unknown[] = [];
    const dry = await openAt(server, { kind: 'github', repo, onWrite: (request) => told.push(request) });
    state.comments.push({ id: 1, body: `${marker()}old`, login: 'robot', isFolded: false });
    const render = (): string => `${marker()}new`;
    await upsertComment(dry.forge.pullRequest('5'), { key, commit: head, render });
    await dry.forge.close();
    expect(server.writes()).toEqual([]);
    expect(told).toMatchObject([
      { method: 'PATCH', url: `${server.url}${comments}/1`, body: { body: `${marker()}new` } },
    ]);
    expect(JSON.stringify(told)).not.toContain('github-secret-token');
  });
});

test('Enterprise has the API below a path, and GraphQL beside it', async () => {
  const enterprise = await githubServer(state, { prefix: '/api/v3' });
  const there = await openAt(enterprise, { kind: 'github', repo });
  const render = (): string => `${marker()}text`;
  for (let id = 1; id <= 120; id++) state.comments.push({ id, body: 'x', login: 'mallory', isFolded: false });
  await upsertComment(there.forge.pullRequest('5'), { key, commit: head, render });
  expect(enterprise.asked[0]?.path).toBe('/api/graphql');
  await there.forge.close();
  await enterprise.close();
  expect(enterprise.problems).toEqual([]);
  expect(state.comments.at(-1)?.body).toContain('text');
});

test('the pull request of a commit is the open one whose head it is', async () => {
  expect(await forge.pullRequestOf(head)).toBe('5');
  expect(await forge.pullRequestOf('c'.repeat(40))).toBeUndefined();
});
