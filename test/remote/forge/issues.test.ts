/** Issues on the forges whose answers differ: the same life on each. */
import { describe, expect, test } from 'vitest';
import { markerLine, type CommentKey } from '../../../src/remote/forge/comment-identity.ts';
import { upsertIssue, type IssueToKeep } from '../../../src/remote/forge/upsert-issue.ts';
import { githubServer, githubState, repo } from './stand-in/github.ts';
import { giteaServer, giteaState } from './stand-in/gitea.ts';
import { gitlabServer, gitlabState } from './stand-in/gitlab.ts';
import { openAt } from './stand-in/open.ts';

const key: CommentKey = { about: 'drift', lineage: 'one', environments: ['production'], label: '' };
const marker = markerLine(key);
const kept = (text: string, state: IssueToKeep['state'] = 'open'): IssueToKeep => ({
  ...{ key, title: 'Drift in production', state },
  render: () => `${marker}${text}\n`,
});

const forges = [
  {
    kind: 'github' as const,
    open: async () => {
      const state = githubState();
      const seen = (): string[] => state.issues.map(({ body, state: is }) => `${is} ${body}`);
      return { server: await githubServer(state), repository: repo, seen };
    },
  },
  {
    kind: 'gitlab' as const,
    open: async () => {
      const state = gitlabState();
      state.issues.push({ iid: 3, title: 'x', description: marker, state: 'opened', author: 3 });
      const seen = (): string[] =>
        state.issues
          .filter(({ author }) => author === state.own)
          .map(({ description, state: is }) => `${is.replace('opened', 'open')} ${description}`);
      return { server: await gitlabServer(state), repository: 'acme/platform/edges', seen };
    },
  },
  {
    kind: 'gitea' as const,
    open: async () => {
      const state = { ...giteaState(), next: 200 };
      const forged = { number: 3, title: 'x', body: marker, state: 'open', login: 'mallory' };
      for (let number = 3; number < 120; number++) state.issues.push({ ...forged, number });
      const seen = (): string[] =>
        state.issues
          .filter(({ login }) => login === state.login)
          .map(({ body, state: is }) => `${is} ${body}`);
      return { server: await giteaServer(state), repository: 'acme/edges', seen };
    },
  },
];

describe.each(forges)('$kind', ({ kind, open }) => {
  test('opens, leaves, updates, keeps and closes', async () => {
    const { server, repository, seen } = await open();
    const { forge } = await openAt(server, { kind, repo: repository });
    const outcome = async (keep: IssueToKeep): Promise<string> =>
      (await upsertIssue(forge.issues, keep)).outcome;
    expect(await outcome(kept('one', 'closed'))).toBe('none');
    expect(await outcome(kept('one'))).toBe('created');
    expect(await outcome(kept('one'))).toBe('unchanged');
    expect(await outcome(kept('two'))).toBe('updated');
    expect(await outcome(kept('not known', 'kept'))).toBe('kept');
    expect(seen()).toEqual([`open ${marker}two\n`]);
    expect(await outcome(kept('none', 'closed'))).toBe('closed');
    expect(seen()).toEqual([`closed ${marker}none\n`]);
    expect(await outcome(kept('three'))).toBe('created');
    await forge.close();
    await server.close();
    expect(server.problems).toEqual([]);
  });

  test('a lost response is not repeated if the issue is there', async () => {
    const { server, repository, seen } = await open();
    const { forge } = await openAt(server, { kind, repo: repository });
    let lost = 0;
    server.fault = ({ method, path }) =>
      method === 'POST' && path.endsWith('/issues') && lost++ === 0 ? 'lost-after' : undefined;
    await upsertIssue(forge.issues, kept('one'));
    expect(seen()).toHaveLength(1);
    await forge.close();
    await server.close();
    expect(server.problems).toEqual([]);
  });
});
