import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { githubServer, githubState, repo, type GithubState } from './github.ts';

/** Runs something as a job of a pull request on a stand-in of GitHub, whose requests must all be described. */
export async function onGithub<Result>(
  folder: string,
  act: (env: Readonly<Record<string, string>>) => Promise<Result>,
  state: GithubState = githubState(),
): Promise<Result> {
  const server = await githubServer(state);
  const event = path.join(folder, '..', `${path.basename(folder)}-event.json`);
  writeFileSync(event, JSON.stringify({ pull_request: { number: 5, head: { sha: state.head } } }));
  try {
    const result = await act({
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: server.url,
      GITHUB_REPOSITORY: repo,
      GITHUB_TOKEN: 'github-secret-token',
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_EVENT_PATH: event,
    });
    expect(server.problems).toEqual([]);
    return result;
  } finally {
    rmSync(event, { force: true });
    await server.close();
  }
}
