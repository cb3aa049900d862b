import { UserError, usageError } from '../../../model/errors.ts';
import type { ForgeKind } from '../../../model/forge.ts';
import type { Io } from '../../../model/io.ts';
import { given } from '../../cli/given-variable.ts';

/** The options that say where to write; each replaces what the variables of the CI system say. */
export interface ForgeFlags {
  readonly forge?: ForgeKind;
  readonly repo?: string;
  readonly pullRequest?: string;
  readonly apiUrl?: string;
  /** The newest commit of the pull request at the time of the plan. */
  readonly commit?: string;
}

/** A repository on a forge. */
export interface ForgePlace {
  readonly kind: ForgeKind;
  readonly apiUrl: string;
  /** `owner/name`, or on GitLab a path with groups, or a number. */
  readonly repo: string;
  /** The user of a workflow's own token on Gitea or Forgejo. */
  readonly workflowLogin: string;
  /** Whether the CI system runs there, so that its variables describe this place. */
  readonly isOwnCi: boolean;
}

/** The forge of this job. Throws `UserError` 64 if there is none, or one that we cannot write to. */
export function detectForge(io: Io, flags: ForgeFlags): ForgePlace {
  const running = runningOn(io);
  if (flags.forge === undefined && (running === 'bitbucket' || running === 'azure'))
    throw markdownOnly(running);
  const kind = flags.forge ?? (running === 'bitbucket' || running === 'azure' ? undefined : running);
  if (kind === undefined) {
    throw usageError(
      'this is not a job of GitHub, GitLab, Gitea or Forgejo',
      'name the place: `--forge github --repo <owner>/<name>`',
    );
  }
  const isOwnCi = kind === running;
  const apiUrl = flags.apiUrl ?? (isOwnCi ? apiUrlOf(io, kind) : undefined) ?? usualApi[kind];
  if (apiUrl === undefined) {
    throw usageError(
      'the API URL of the Gitea or Forgejo instance is not known',
      'name it: `--api-url https://git.example.com/api/v1`',
    );
  }
  const repo = checkedRepo(kind, flags.repo ?? (isOwnCi ? repoOf(io, kind) : undefined));
  const workflowLogin = isForgejo(io) ? 'forgejo-actions' : 'gitea-actions';
  return { kind, apiUrl, repo, workflowLogin, isOwnCi };
}

/** Gitea and Forgejo set the variables of GitHub too, so they are asked first. */
export function runningOn(io: Io): ForgeKind | 'bitbucket' | 'azure' | undefined {
  if (isForgejo(io) || given(io, 'GITEA_ACTIONS') === 'true') return 'gitea';
  if (given(io, 'GITHUB_ACTIONS') !== undefined || given(io, 'GITHUB_REPOSITORY') !== undefined)
    return 'github';
  if (given(io, 'GITLAB_CI') !== undefined) return 'gitlab';
  if (given(io, 'BITBUCKET_BUILD_NUMBER') !== undefined) return 'bitbucket';
  return given(io, 'TF_BUILD') === undefined ? undefined : 'azure';
}

function isForgejo(io: Io): boolean {
  return given(io, 'FORGEJO_ACTIONS') === 'true';
}

const usualApi: Readonly<Record<ForgeKind, string | undefined>> = {
  github: 'https://api.github.com',
  gitlab: 'https://gitlab.com/api/v4',
  gitea: undefined,
};

function apiUrlOf(io: Io, kind: ForgeKind): string | undefined {
  const server = (name: string, path: string): string | undefined => {
    const url = given(io, name)?.replace(/\/+$/, '');
    return url === undefined ? undefined : url + path;
  };
  switch (kind) {
    case 'github':
      return given(io, 'GITHUB_API_URL');
    case 'gitea':
      return given(io, 'GITHUB_API_URL') ?? server('GITHUB_SERVER_URL', '/api/v1');
    case 'gitlab':
      return given(io, 'CI_API_V4_URL') ?? server('CI_SERVER_URL', '/api/v4');
  }
}

function repoOf(io: Io, kind: ForgeKind): string | undefined {
  return kind === 'gitlab'
    ? (given(io, 'CI_MERGE_REQUEST_PROJECT_ID') ?? given(io, 'CI_PROJECT_ID'))
    : given(io, 'GITHUB_REPOSITORY');
}

/** A name of dots would lead to another path of the API. */
const plainName = String.raw`(?!\.{1,2}(?:/|$))[\w.-]{1,100}`;
const twoNames = new RegExp(`^${plainName}/${plainName}$`);
const manyNames = new RegExp(`^(?:\\d{1,18}|${plainName}(?:/${plainName}){1,20})$`);

function checkedRepo(kind: ForgeKind, repo: string | undefined): string {
  if (repo === undefined) {
    throw usageError(
      'the repository is not known',
      kind === 'gitlab' ? 'name it: `--repo <group>/<project>`' : 'name it: `--repo <owner>/<name>`',
    );
  }
  if ((kind === 'gitlab' ? manyNames : twoNames).test(repo)) return repo;
  throw usageError(
    `\`${repo}\` is not a valid repository name`,
    kind === 'gitlab' ? 'write `<group>/<project>`, or the number of the project' : 'write `<owner>/<name>`',
  );
}

function markdownOnly(running: 'bitbucket' | 'azure'): UserError {
  const [name, size] = running === 'bitbucket' ? ['Bitbucket', 32_768] : ['Azure DevOps', 150_000];
  return usageError(
    `comments on ${name} are not supported`,
    `post the Markdown with the tools of ${name}: \`edgewright plan --format markdown=plan.md --max-size ${size}\``,
  );
}
