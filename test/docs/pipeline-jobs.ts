import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { repository } from './page.ts';

interface PipelineJob {
  readonly variables?: Readonly<Record<string, string>>;
  readonly script?: readonly string[];
}

/** The jobs of a GitLab pipeline. */
export function jobsOf(text: string): ReadonlyMap<string, PipelineJob> {
  return new Map(Object.entries(parse(text) as Readonly<Record<string, PipelineJob>>));
}

export interface Ended {
  readonly exit: number;
  readonly said: string;
}

/** A project as a runner of GitLab checks it out, with a remote, and `edgewright` on the PATH. */
export interface Project {
  readonly clone: string;
  /** Runs the script of a job as the runner does: one shell, which ends at the first line that fails. */
  readonly run: (job: PipelineJob, env: Readonly<Record<string, string>>) => Promise<Ended>;
  readonly git: (...words: readonly string[]) => string;
  readonly edgewright: (...words: readonly string[]) => string;
  readonly remote: (...words: readonly string[]) => string;
  readonly remove: () => void;
}

const pushUrl = 'https://edgewright:ledger-token@gitlab.example.com/team/edges.git';

/**
 * A new workspace, its ledger on a branch of the remote, checked out at a commit, not at a branch: the one of a merge
 * request that adds the sample of `init` to an empty `main`.
 */
export function openProject(env: Readonly<Record<string, string>>): Project {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-pipeline-'));
  const [clone, remote] = [path.join(folder, 'clone'), path.join(folder, 'remote.git')];
  const tool = path.join(folder, 'tools/edgewright');
  mkdirSync(path.dirname(tool));
  writeFileSync(
    tool,
    `#!/bin/sh\nexec '${process.execPath}' '${path.join(repository, 'bin/edgewright.js')}' "$@"\n`,
  );
  chmodSync(tool, 0o755);
  // The address that a job pushes to is the remote.
  writeFileSync(path.join(folder, '.gitconfig'), `[url "${remote}"]\n\tinsteadOf = ${pushUrl}\n`);
  const own = {
    PATH: `${path.dirname(tool)}:${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    CI: 'true',
    GITLAB_CI: 'true',
    CI_SERVER_HOST: 'gitlab.example.com',
    CI_PROJECT_PATH: 'team/edges',
    CI_JOB_URL: 'https://gitlab.example.com/team/edges/-/jobs/7',
    CI_JOB_ID: '7',
    CI_COMMIT_BRANCH: 'main',
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
    LEDGER_TOKEN: 'ledger-token',
    ...env,
  };
  const gitIn =
    (cwd: string) =>
    (...words: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], {
        cwd,
        env: own,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }).trim();
  gitIn(folder)('init', '-q', '--bare', '-b', 'main', remote);
  gitIn(folder)('clone', '-q', remote, clone);
  // Without the API, which this process may serve: init looks for live objects there.
  const source = 'your-org/edgewright@0123456789abcdef0123456789abcdef01234567';
  const alone = { ...own, EDGEWRIGHT_API_URL: '' };
  execFileSync(tool, ['init', '--store', 'git', '--with', 'gitlab', '--source', source], {
    cwd: clone,
    env: alone,
  });
  const git = gitIn(clone);
  git('add', '.', ':!resources', ':!tests');
  git('commit', '-qm', 'start');
  git('push', '-q', 'origin', 'HEAD:main');
  git('add', '.');
  git('commit', '-qm', 'add the sample');
  git('checkout', '-q', '--detach');
  return {
    clone,
    git,
    edgewright: (...words) => execFileSync(tool, words, { cwd: clone, env: own, encoding: 'utf8' }).trim(),
    remote: gitIn(remote),
    run: ({ script = [], variables = {} }, more) =>
      new Promise((resolve) => {
        const options = { cwd: clone, env: { ...own, ...expanded(variables, own), ...more } };
        execFile('bash', ['-eo', 'pipefail', '-c', script.join('\n')], options, (error, stdout, stderr) =>
          resolve({ exit: error === null ? 0 : Number(error.code), said: stdout + stderr }),
        );
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The variables of a job, with those of the project in them, as the runner writes them. */
function expanded(
  variables: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      value.replaceAll(/\$(\w+)/g, (_all, variable: string) => own[variable] ?? ''),
    ]),
  );
}
