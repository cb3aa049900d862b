import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { UserError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import type { RunAbout } from '../../../model/ledger/journal.ts';
import { openRepository } from '../../../workspace/git/repository.ts';
import { headCommit } from '../../../workspace/git/resolve-commit.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';

/** The commit that is checked out; undefined without git or a repository, which nothing here needs. */
export async function commitAt({ cwd, env }: Io, root: string): Promise<string | undefined> {
  try {
    return await headCommit(await openRepository({ root, cwd, env }));
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** The facts of this run: from the variables of the CI system, or from git and the user. */
export async function runAbout(io: Io, verb: string, root: string): Promise<RunAbout> {
  const { env } = io;
  const actor = actorOf(env);
  const commit = env['GITHUB_SHA'] ?? env['CI_COMMIT_SHA'] ?? (await commitAt(io, root));
  const ci = ciJob(env);
  return {
    id: randomBytes(6).toString('hex'),
    at: io.clock.now().toISOString(),
    verb,
    host: hostname(),
    ...withoutUndefined({ actor }),
    ...(commit === undefined || commit === '' ? {} : { commit }),
    ...withoutUndefined({ ci }),
  };
}

/** Who runs it, as CI or the system names the account; undefined if neither does. */
export function actorOf(env: Io['env']): string | undefined {
  const actor = env['GITHUB_ACTOR'] ?? env['GITLAB_USER_LOGIN'] ?? env['USER'] ?? env['LOGNAME'];
  return actor === '' ? undefined : actor;
}

/** The page of the job on GitHub, GitLab or the systems that follow them, and its attempt. */
function ciJob(env: Io['env']): RunAbout['ci'] {
  const { GITHUB_SERVER_URL: server = '', GITHUB_REPOSITORY: repository = '', GITHUB_RUN_ID: id = '' } = env;
  if (server !== '' && repository !== '' && id !== '') {
    return { url: `${server}/${repository}/actions/runs/${id}`, attempt: env['GITHUB_RUN_ATTEMPT'] ?? '1' };
  }
  const { CI_JOB_URL: url = '' } = env;
  return url === '' ? undefined : { url, attempt: env['CI_JOB_ID'] ?? '1' };
}
