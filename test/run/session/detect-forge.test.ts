import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { detectForge } from '../../../src/run/session/forge/detect-forge.ts';
import { forgeToken } from '../../../src/run/session/forge/open-forge.ts';
import { readEvent } from '../../../src/run/session/forge/read-event.ts';
import { ioThatIsSilent } from '../../docs/silent-io.ts';

type Variables = Readonly<Record<string, string>>;

const actions: Variables = {
  GITHUB_ACTIONS: 'true',
  GITHUB_REPOSITORY: 'acme/edges',
  GITHUB_API_URL: 'https://git.example.com/api/v1',
  GITHUB_TOKEN: 'of-the-job',
};
const gitlab: Variables = {
  GITLAB_CI: 'true',
  CI_API_V4_URL: 'https://gitlab.example.com/api/v4',
  CI_PROJECT_ID: '12',
};
const at = (env: Variables, flags = {}): ReturnType<typeof detectForge> =>
  detectForge({ ...ioThatIsSilent, env }, flags);

test.each<[string, Variables, object]>([
  [
    'Forgejo',
    { ...actions, GITEA_ACTIONS: 'true', FORGEJO_ACTIONS: 'true' },
    { kind: 'gitea', workflowLogin: 'forgejo-actions' },
  ],
  ['Gitea', { ...actions, GITEA_ACTIONS: 'true' }, { kind: 'gitea', workflowLogin: 'gitea-actions' }],
  [
    'Enterprise',
    { ...actions, GITHUB_API_URL: 'https://h.example/api/v3' },
    { kind: 'github', apiUrl: 'https://h.example/api/v3' },
  ],
  ['github.com', { GITHUB_REPOSITORY: 'acme/edges' }, { kind: 'github', apiUrl: 'https://api.github.com' }],
  ['GitLab', gitlab, { kind: 'gitlab', repo: '12', apiUrl: 'https://gitlab.example.com/api/v4' }],
  ['GitLab, a fork', { ...gitlab, CI_MERGE_REQUEST_PROJECT_ID: '9' }, { kind: 'gitlab', repo: '9' }],
])('%s', (_name, env, place) => {
  expect(at(env)).toMatchObject({ ...place, isOwnCi: true });
});

test('options for a different forge take nothing from the job', () => {
  expect(() => at(actions, { forge: 'gitlab' })).toThrow('the repository is not known');
  expect(at(actions, { forge: 'gitlab', repo: 'a/b/c' })).toMatchObject({
    ...{ apiUrl: 'https://gitlab.com/api/v4', repo: 'a/b/c', isOwnCi: false },
  });
});

test.each([
  ['BITBUCKET_BUILD_NUMBER', /comments on Bitbucket are not supported/],
  ['TF_BUILD', /comments on Azure DevOps are not supported/],
])('%s', (name, message) => {
  expect(() => at({ [name]: '1' })).toThrow(message);
});

test('the token of a job of Gitea goes to no other forge', () => {
  const io = { ...ioThatIsSilent, env: { ...actions, GITEA_ACTIONS: 'true' } };
  expect(forgeToken(io, 'gitea')?.reveal()).toBe('of-the-job');
  expect(forgeToken(io, 'github')).toBeUndefined();
  expect(forgeToken(io, 'gitlab')).toBeUndefined();
  const elsewhere = { ...io, env: { GITHUB_TOKEN: 'of-github' } };
  expect(forgeToken(elsewhere, 'github')?.reveal()).toBe('of-github');
  expect(forgeToken(elsewhere, 'gitea')).toBeUndefined();
  const learned: string[] = [];
  const secrets = {
    learn: (value: string) => void learned.push(value),
    clean: String,
    show: () => undefined,
    isKnownIn: () => false,
  };
  const env = { ...actions, EDGEWRIGHT_FORGE_TOKEN: 'given' };
  expect(forgeToken({ ...io, env, secrets }, 'github')?.reveal()).toBe('given');
  expect(learned).toEqual(['given']);
});

test.each<[string, unknown, object]>([
  [
    'pull_request',
    { pull_request: { number: 5, head: { sha: 'a'.repeat(40) } } },
    { pullRequest: '5', commit: 'a'.repeat(40) },
  ],
  ['pull_request', { pull_request: { number: '5; rm', head: { sha: '$(id)' } } }, {}],
  ['pull_request', { pull_request: { number: -5, head: null } }, {}],
  ['pull_request', ['nonsense'], {}],
  ['pull_request', 'not JSON', {}],
  ['issue_comment', { issue: { number: 6, pull_request: {} } }, { pullRequest: '6' }],
  ['issue_comment', { issue: { number: 6 } }, {}],
  [
    'workflow_run',
    { workflow_run: { head_sha: 'b'.repeat(40), pull_requests: [{ number: 9 }] } },
    { commit: 'b'.repeat(40) },
  ],
  ['merge_group', { merge_group: { head_sha: 'c'.repeat(40) } }, { commit: 'c'.repeat(40) }],
])('the event file of %s: %j', (name, event, seen) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-event-'));
  const file = path.join(folder, 'event.json');
  writeFileSync(file, event === 'not JSON' ? event : JSON.stringify(event));
  const env = { GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: file };
  expect(readEvent({ ...ioThatIsSilent, env })).toEqual({ name, ...seen });
  rmSync(folder, { recursive: true });
});
