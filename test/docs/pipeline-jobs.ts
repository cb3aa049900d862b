import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { repository } from './page.ts';

interface PipelineJob {
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
}

/** The jobs of a GitLab pipeline, and what `default` gives to each. */
export function jobsOf(text: string): ReadonlyMap<string, PipelineJob> {
  return new Map(Object.entries(parse(text) as Readonly<Record<string, PipelineJob>>));
}

/** Every shell command of a pipeline: each part of `a && b || c`, out of its parentheses. */
export function commandsOfPipeline(text: string): readonly string[] {
  return [...jobsOf(text).values()]
    .flatMap(({ before_script: before = [], script = [] }) => [...before, ...script])
    .flatMap((line) => line.replaceAll(/^\(|\)$/g, '').split(/ (?:&&|\|\|) /))
    .map((command) => command.trim());
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
  readonly remote: (...words: readonly string[]) => string;
  readonly remove: () => void;
}

const pushUrl = 'https://edgewright:ledger-token@gitlab.example.com/team/edges.git';

/** examples/minimal on `main`, with a ledger if it is to have one, and checked out at a commit, not at a branch. */
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
  const own = {
    PATH: `${path.dirname(tool)}:${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    // The address that a job pushes to is the remote.
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `url.${remote}.insteadOf`,
    GIT_CONFIG_VALUE_0: pushUrl,
    CI: 'true',
    GITLAB_CI: 'true',
    CI_SERVER_HOST: 'gitlab.example.com',
    CI_PROJECT_PATH: 'team/edges',
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
  gitIn(remote)('config', 'receive.advertisePushOptions', 'true');
  gitIn(folder)('clone', '-q', remote, clone);
  cpSync(path.join(repository, 'examples/minimal'), clone, { recursive: true });
  execFileSync(tool, ['ledger', 'init', '--env', 'production', '--ledger', 'file'], { cwd: clone, env: own });
  const git = gitIn(clone);
  git('add', '.');
  git('commit', '-qm', 'start');
  git('push', '-q', 'origin', 'HEAD:main');
  git('checkout', '-q', '--detach');
  return {
    clone,
    git,
    remote: gitIn(remote),
    run: ({ script = [] }, more) =>
      new Promise((resolve) => {
        const options = { cwd: clone, env: { ...own, ...more } };
        execFile('bash', ['-eo', 'pipefail', '-c', script.join('\n')], options, (error, stdout, stderr) =>
          resolve({ exit: error === null ? 0 : Number(error.code), said: stdout + stderr }),
        );
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
