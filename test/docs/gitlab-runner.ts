/**
 * A project on a GitLab that is all on this machine: its repository, its CI/CD variables, its API, and a runner that is
 * not ours, `gitlab-ci-local`, which reads the written jobs, decides by their rules which of them run, and runs them.
 */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { stringify } from 'yaml';
import { certify } from '../certify.ts';
import { packTo } from '../package/installed.ts';
import { listening, tlsFront } from '../shipped/network.ts';
import { repository } from './page.ts';

/**
 * The runner and its tree as the registry had them on a day. Its one native module would be fetched from elsewhere; it
 * takes the regular expressions of `rules`, and those of Node do as well.
 */
const runner = { version: '4.59.0', before: '2026-08-20' };

export const place = 'acme/platform/edges';
const host = `gitlab.example.com/${place}.git`;
const commit = '0123456789abcdef0123456789abcdef01234567';

/** CI/CD variables: the values by scope of environment, `*` for all. */
export type Variables = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A pipeline that has ended. */
export interface Pipeline {
  readonly exit: number;
  readonly said: string;
  /** The jobs that ran to their end, with their exit codes. */
  readonly jobs: Readonly<Record<string, number>>;
}

export interface Gitlab {
  readonly clone: string;
  readonly git: (...words: readonly string[]) => string;
  /** Commits a file with another text in it. */
  readonly edit: (file: string, from: string | RegExp, to: string) => void;
  /** As a person in the clone, who may push; returns all that was said. */
  readonly edgewright: (env: Readonly<Record<string, string>>, ...words: readonly string[]) => string;
  /** Runs the jobs of the commit that is checked out. */
  readonly pipeline: (
    source: 'push' | 'schedule' | 'merge_request_event',
    more: Readonly<Record<string, string>>,
  ) => Promise<Pipeline>;
  /** A file that a job has kept, or has written as a report. */
  readonly artifact: (job: string, file: string) => string;
}

export interface GitlabHost {
  /** Of projects. */
  readonly url: string;
  /** The artifacts that it answers with, by `<job>/<file>`. */
  readonly published: Map<string, string>;
  /** Of the package that the jobs install, for `--source`. */
  readonly source: string;
  readonly project: (name: string, variables: Variables) => Gitlab;
  readonly close: () => Promise<void>;
}

/** Installs the runner, and serves the package and the artifacts of jobs. */
export async function openGitlab(folder: string): Promise<GitlabHost> {
  const program = installRunner(path.join(folder, 'runner'));
  certify(folder);
  const { tarball } = packTo(folder);
  const published = new Map<string, string>();
  const files = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (pathname === `/${commit}.tgz`) return void response.end(readFileSync(tarball));
    const [, file] = /\/-\/jobs\/artifacts\/main\/raw\/([\w.]+)$/.exec(pathname) ?? [];
    const found = published.get(`${searchParams.get('job')}/${file}`);
    if (found === undefined) return void response.writeHead(404).end();
    response.end(found);
  });
  const web = await listening(files);
  const url = `http://127.0.0.1:${web.port}`;
  const front = await tlsFront(folder, url);
  return {
    url: `${url}/${place}`,
    source: `https://127.0.0.1:${front.port}/${commit}.tgz`,
    published,
    project: (name, variables) =>
      openProject({ folder: path.join(folder, name), certificates: folder, program, url }, variables),
    close: async () => {
      await front.close();
      await web.close();
    },
  };
}

function installRunner(folder: string): string {
  const stub = path.join(folder, 're2');
  mkdirSync(stub, { recursive: true });
  const dependencies = { 'gitlab-ci-local': runner.version };
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies, overrides: { re2: 'file:./re2' } }),
  );
  writeFileSync(
    path.join(stub, 'package.json'),
    '{ "name": "re2", "version": "1.21.4", "main": "index.cjs" }',
  );
  writeFileSync(path.join(stub, 'index.cjs'), 'module.exports = RegExp;\n');
  const options = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--before',
    runner.before,
  ];
  execFileSync('npm', ['install', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  return path.join(folder, 'node_modules/gitlab-ci-local/src/index.js');
}

interface Setup {
  readonly folder: string;
  readonly certificates: string;
  readonly program: string;
  readonly url: string;
}

function openProject({ folder, certificates, program, url }: Setup, variables: Variables): Gitlab {
  const [clone, remote, home] = ['clone', `${place}.git`, 'home'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(path.join(home, '.gitlab-ci-local'), { recursive: true });
  writeFileSync(path.join(home, '.gitlab-ci-local/variables.yml'), variablesFile(variables));
  // A job reads the repository with its own token, and only the token of the ledger pushes.
  const job = `https://gitlab-ci-token:job@${host}`;
  const readers = [job, `${url}/${place}.git`].map((from) => `\tinsteadOf = ${from}\n`).join('');
  const reading = `[url "${remote}"]\n${readers}`;
  const pusher = `\tinsteadOf = https://edgewright:ledger-token@${host}\n`;
  const refused = `[url "/no-push"]\n\tpushInsteadOf = ${job}\n`;
  const user = '[user]\n\tname = robot\n\temail = robot@example.com\n';
  writeFileSync(path.join(home, '.gitconfig'), `${user}${reading}${pusher}${refused}`);
  const ofPerson = path.join(home, 'person.gitconfig');
  writeFileSync(ofPerson, `${user}${reading}`);
  const own = {
    PATH: [path.join(folder, 'npm/bin'), path.dirname(process.execPath), process.env['PATH']].join(':'),
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const person = { ...own, GIT_CONFIG_GLOBAL: ofPerson };
  const git = (cwd: string, words: readonly string[]): string =>
    execFileSync('git', words, { cwd, env: person, encoding: 'utf8', stdio: 'pipe' }).trim();
  git(folder, ['init', '-q', '--bare', '-b', 'main', remote]);
  git(folder, ['clone', '-q', job, clone]);
  git(clone, ['remote', 'add', 'gcl-origin', `https://${host}`]);
  appendFileSync(path.join(clone, '.git/info/exclude'), '.gitlab-ci-local/\n');
  const npm = {
    NPM_CONFIG_PREFIX: path.join(folder, 'npm'),
    NPM_CONFIG_CAFILE: path.join(certificates, 'root.crt'),
    NPM_CONFIG_CACHE: path.join(folder, 'npm-cache'),
    NPM_CONFIG_UPDATE_NOTIFIER: 'false',
  };
  // One after the other: in their images each job has a place of its own for what npm installs.
  const words = ['--home', home, '--force-shell-executor', '--shell-isolation', '--concurrency', '1'];
  const more = ['--no-artifacts-to-source', '--no-color'];
  return {
    clone,
    git: (...rest) => git(clone, rest),
    edit: (name, from, to) => {
      const file = path.join(clone, name);
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.replace(from, to));
      git(clone, ['commit', '-qam', `edit ${name}`]);
    },
    edgewright: (env, ...rest) => {
      const words = [path.join(repository, 'bin/edgewright.js'), ...rest];
      const options = { cwd: clone, env: { ...person, ...env }, encoding: 'utf8' } as const;
      const { status, stdout, stderr } = spawnSync(process.execPath, words, options);
      if (status !== 0) throw new Error(stdout + stderr);
      return stdout + stderr;
    },
    pipeline: (source, given) => {
      const all = { GITLAB_CI: 'true', CI_PIPELINE_SOURCE: source, ...given };
      const set = Object.entries(all).flatMap(([name, value]) => ['--variable', `${name}=${value}`]);
      // A pipeline of a merge request is of no branch.
      const unset = source === 'merge_request_event' ? ['--unset-variable', 'CI_COMMIT_BRANCH'] : [];
      const options = { cwd: clone, env: { ...own, ...npm }, timeout: 240_000, maxBuffer: 2 ** 25 };
      return new Promise((resolve) => {
        execFile(
          process.execPath,
          [program, ...words, ...more, ...unset, ...set],
          options,
          (error, stdout, stderr) => {
            const said = stdout + stderr;
            resolve({ exit: error === null ? 0 : Number(error.code), said, jobs: jobsIn(said) });
          },
        );
      });
    },
    artifact: (name, file) => {
      const places = ['artifacts', 'builds'].map((kind) =>
        path.join(clone, '.gitlab-ci-local', kind, name, file),
      );
      const found = places.find((one) => existsSync(one));
      return found === undefined ? '' : readFileSync(found, 'utf8');
    },
  };
}

/** The variables of the project, as the runner reads them. */
function variablesFile(variables: Variables): string {
  const entries = Object.entries(variables).map(([name, values]) => [name, { type: 'variable', values }]);
  return stringify({ project: { [host]: Object.fromEntries(entries) as unknown } });
}

function jobsIn(said: string): Readonly<Record<string, number>> {
  const ended = said.matchAll(/^(edgewright-\S+) +finished in .*?(?: (?:WARN|FAIL) (\d+) )?$/gm);
  return Object.fromEntries([...ended].map(([, name = '', code = '0']) => [name, Number(code)]));
}
