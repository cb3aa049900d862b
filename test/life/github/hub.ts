import type { GithubDoor } from './door.ts';

/** What GitHub knows when it starts a runner. */
export interface Hub {
  /** The API, which also makes the tokens of jobs and has their artifacts. */
  readonly door: GithubDoor;
  /** The bare git repository of `owner/name`. */
  readonly repositories: Readonly<Record<string, string>>;
  readonly vars: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** By the name of an environment: the secrets of jobs that run in it. */
  readonly environmentSecrets: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** A folder for artifacts and checkouts. */
  readonly folder: string;
}

/** What happened in a repository. */
export interface HubEvent {
  readonly name: 'pull_request' | 'push' | 'schedule' | 'workflow_run' | 'workflow_dispatch';
  /** The repository whose workflow runs. */
  readonly repository: string;
  readonly sha: string;
  readonly ref: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** For a pull request: the branches. */
  readonly headRef?: string;
  readonly baseRef?: string;
  /** A pull request from a fork: a token that can only read, and no secrets. */
  readonly isFork?: boolean;
}

export interface JobEnd {
  readonly job: string;
  readonly conclusion: 'success' | 'failure' | 'skipped';
  /** Everything that its steps printed, with secrets masked. */
  readonly log: string;
  /** The step summaries. */
  readonly summary: string;
}
