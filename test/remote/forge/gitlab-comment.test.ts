import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { markerLine, type CommentKey } from '../../../src/remote/forge/comment-identity.ts';
import { withoutQuickActions } from '../../../src/remote/forge/gitlab/gitlab.ts';
import {
  upsertComment,
  type CommentToPost,
  type PostedComment,
} from '../../../src/remote/forge/upsert-comment.ts';
import type { Forge } from '../../../src/model/forge.ts';
import { gitlabServer, gitlabState, type GitlabState } from './stand-in/gitlab.ts';
import { refused } from './stand-in/github.ts';
import { openAt } from './stand-in/open.ts';
import type { ForgeServer } from './stand-in/server.ts';

const key: CommentKey = { about: 'plan', lineage: 'one', environments: ['production'], label: '' };
const head = 'a'.repeat(40);
const marker = markerLine(key, { commit: head });

let state: GitlabState;
let server: ForgeServer;
let forge: Forge;

beforeEach(async () => {
  state = gitlabState();
  server = await gitlabServer(state);
  ({ forge } = await openAt(server, { kind: 'gitlab', repo: 'acme/platform/edges' }));
});

afterEach(async () => {
  await forge.close();
  await server.close();
  expect(server.problems).toEqual([]);
});

function upsert(body = 'the plan', options: Partial<CommentToPost> = {}): Promise<PostedComment> {
  const render = (): string => marker + body;
  return upsertComment(forge.pullRequest('5'), { key, commit: head, render, ...options });
}

test('creates, leaves as it is, updates', async () => {
  expect(await upsert()).toEqual({
    outcome: 'created',
    url: 'https://gitlab.com/mr/5#note_100',
    leftovers: [],
  });
  expect((await upsert()).outcome).toBe('unchanged');
  expect((await upsert('more')).outcome).toBe('updated');
  expect(state.notes.map(({ body }) => body)).toEqual([`${marker}more`]);
});

test('reads the next page of a page that is not full, and skips system notes and other authors', async () => {
  for (let id = 1; id <= 70; id++) state.notes.push({ id, body: 'talk', author: 3, system: false });
  state.notes.push({ id: 71, body: `${marker}forged`, author: 3, system: false });
  state.notes.push({ id: 72, body: `${marker}by the system`, author: 7, system: true });
  state.notes.push({ id: 73, body: `${marker}ours`, author: 7, system: false });
  expect((await upsert()).outcome).toBe('updated');
  expect(state.notes.at(-1)?.body).toBe(`${marker}the plan`);
  expect(state.notes.filter(({ body }) => /forged|by the system/.test(body))).toHaveLength(2);
});

test('a note that may not be changed is posted again, and the old one is deleted', async () => {
  await upsert();
  server.fault = ({ method }) => (method === 'PUT' ? refused(403) : undefined);
  expect(await upsert('more')).toMatchObject({ outcome: 'created', leftovers: [] });
  expect(state.notes.map(({ id, body }) => [id, body])).toEqual([[101, `${marker}more`]]);
});

test('a note that may neither be changed nor deleted is a leftover, and the new one is posted once', async () => {
  await upsert();
  server.fault = ({ method }) => (method === 'PUT' || method === 'DELETE' ? refused(403) : undefined);
  const leftovers = [expect.stringContaining('returned 403') as unknown];
  expect(await upsert('more')).toMatchObject({ outcome: 'created', leftovers });
  expect(await upsert('more')).toMatchObject({ outcome: 'unchanged', leftovers });
  expect(state.notes).toHaveLength(2);
});

test('--new wraps the older note, and finds it folded the next time', async () => {
  await upsert('one');
  await upsert('two', { isNew: true });
  expect(state.notes[0]?.body).toBe(`${marker}<details><summary>Outdated</summary>\n\none\n\n</details>\n`);
  await upsert('three');
  expect(state.notes.map(({ body }) => body.slice(marker.length))).toEqual([
    '<details><summary>Outdated</summary>\n\none\n\n</details>\n',
    'three',
  ]);
});

describe('quick actions', () => {
  test.each([
    ['outside of code', 'x\n/close\n  /merge', 'x\n\\/close\n  \\/merge'],
    ['in code', '```\n/close\n```', '```\n\\u{2f}close\n```'],
    ['after a fence in a longer one', '````\n```\n/close\n````\n/a', '````\n```\n\\u{2f}close\n````\n\\/a'],
    ['within a line', 'path a/b', 'path a/b'],
  ])('%s', (_name, before, after) => {
    expect(withoutQuickActions(before)).toBe(after);
    expect(after.split('\n').some((line) => /^\s*\//.test(line))).toBe(false);
  });

  test('are not sent, and such a text counts as unchanged', async () => {
    await upsert('/close\n/merge');
    expect(state.notes[0]?.body).toBe(`${marker}\\/close\n\\/merge`);
    expect((await upsert('/close\n/merge')).outcome).toBe('unchanged');
  });
});

test('labels, commit status, the merge request of a commit, and the state of a job', async () => {
  const labels = forge.labels('5');
  await labels.add({ name: 'production: changes', color: 'fbca04', description: '' });
  expect(await labels.names()).toEqual(['production: changes']);
  await labels.remove('production: changes');
  expect(state.labels).toEqual([]);
  await forge.report(head, {
    ...{ name: 'edgewright/production', conclusion: 'action-required', title: 'x'.repeat(300) },
    ...{ summary: '', annotations: [], url: 'https://gitlab.com/mr/5' },
  });
  expect(state.statuses).toMatchObject([{ state: 'failed', name: 'edgewright/production' }]);
  expect(await forge.pullRequestOf(head)).toBe('5');
  expect(await forge.pullRequestOf('c'.repeat(40))).toBeUndefined();
  state.jobs.set('9', 'success');
  state.jobs.set('10', 'running');
  expect(await forge.jobState({ id: '9', attempt: '9' })).toBe('ended');
  expect(await forge.jobState({ id: '10', attempt: '10' })).toBe('running');
});
