import { afterEach, beforeEach, expect, test } from 'vitest';
import { markerLine, type CommentKey } from '../../../src/remote/forge/comment-identity.ts';
import {
  upsertComment,
  type CommentToPost,
  type PostedComment,
} from '../../../src/remote/forge/upsert-comment.ts';
import type { Forge } from '../../../src/model/forge.ts';
import { giteaServer, giteaState, type GiteaState } from './stand-in/gitea.ts';
import { openAt } from './stand-in/open.ts';
import type { ForgeServer } from './stand-in/server.ts';

const key: CommentKey = { about: 'plan', lineage: 'one', environments: ['production'], label: '' };
const head = 'a'.repeat(40);
const marker = markerLine(key, { commit: head });

let state: GiteaState;
let server: ForgeServer;
let forge: Forge;

beforeEach(async () => {
  state = giteaState();
  server = await giteaServer(state);
  ({ forge } = await openAt(server, { kind: 'gitea', repo: 'acme/edges' }));
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

test.each([200, 204] as const)('creates, and updates where PATCH returns %d', async (status) => {
  state.patchStatus = status;
  const url = 'https://codeberg.org/acme/edges/pulls/5#issuecomment-100';
  expect(await upsert()).toEqual({ outcome: 'created', url, leftovers: [] });
  expect((await upsert()).outcome).toBe('unchanged');
  expect(await upsert('more')).toEqual({ outcome: 'updated', url, leftovers: [] });
  expect(state.comments.map(({ body }) => body)).toEqual([`${marker}more`]);
});

test('the token of a workflow may not ask who it is', async () => {
  state.mayAsk = false;
  state.login = 'gitea-actions';
  state.comments.push({ id: 1, body: `${marker}forged`, login: 'mallory' });
  await upsert();
  expect((await upsert('more')).outcome).toBe('updated');
  expect(state.comments.map(({ body }) => body)).toEqual([`${marker}forged`, `${marker}more`]);
});

test('--new wraps the older comment', async () => {
  await upsert('one');
  await upsert('two', { isNew: true });
  expect(state.comments.map(({ body }) => body.slice(marker.length))).toEqual([
    '<details><summary>Outdated</summary>\n\none\n\n</details>\n',
    'two',
  ]);
});

test('labels by number, commit status, the pull request of a commit, no state of a run', async () => {
  const labels = forge.labels('5');
  const label = { name: 'production: changes', color: 'fbca04', description: 'text' };
  await labels.add(label);
  await labels.remove('production: changes');
  await labels.remove('production: changes');
  expect([...state.pullLabels]).toEqual([]);
  await labels.add(label);
  expect(state.labels).toHaveLength(1);
  expect(await labels.names()).toEqual(['production: changes']);
  await forge.report(head, {
    ...{ name: 'edgewright/production', conclusion: 'neutral', title: 'drift' },
    ...{ summary: '', annotations: [], url: undefined },
  });
  expect(state.statuses).toEqual([
    { state: 'success', context: 'edgewright/production', description: 'drift' },
  ]);
  expect(await forge.pullRequestOf(head)).toBe('5');
  expect(await forge.pullRequestOf('c'.repeat(40))).toBeUndefined();
  expect(await forge.jobState({ id: '1', attempt: '1' })).toBe('unknown');
});
