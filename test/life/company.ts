import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { startServer, type RunningServer } from '../../src/server/start-server.ts';
import { runProgram } from './run-program.ts';
import { openTranscript, type Transcript } from './transcript.ts';

const repository = path.join(import.meta.dirname, '../..');

/** A company with an account, a repository and people, in one folder of this machine. */
export interface Company {
  readonly folder: string;
  readonly api: RunningServer;
  readonly story: Transcript;
  /** The bare repository. */
  readonly remote: string;
  /** A clone of the company's repository, or of another bare one, in the hands of a person. */
  readonly person: (name: string, options?: PersonOptions) => Promise<Person>;
  readonly git: (where: string, ...words: readonly string[]) => string;
  /** Variables of every process: `edgewright` is on the PATH. */
  readonly env: Readonly<Record<string, string>>;
  readonly page: () => string;
  readonly close: () => Promise<void>;
}

export interface PersonOptions {
  readonly remote?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Person {
  readonly folder: string;
  /** Runs a script and puts it and its output into the story. Returns the output. */
  readonly run: (script: string, expected?: { readonly exit: number }) => Promise<string>;
  /** Runs what the story need not tell, such as `git commit`. */
  readonly quietly: (script: string) => Promise<void>;
  readonly write: (file: string, text: string) => void;
  readonly edit: (file: string, before: string, after: string) => void;
}

/** The credential of the API in the tests: one that can do everything, as this mock API has no others. */
export const apiToken = 'parcels-api-credential-0001';

export async function openCompany(title: string): Promise<Company> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'edgewright-life-')));
  const fixture: unknown = parse(readFileSync(path.join(import.meta.dirname, 'account.yaml'), 'utf8'));
  const api = await startServer({ store: 'memory', token: apiToken, fixture, ids: 'seeded', seed: 1 });
  const story = openTranscript(title, folder);
  const env = environmentIn(folder);
  const git = (where: string, ...words: readonly string[]): string =>
    execFileSync('git', words, {
      cwd: where,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  const remote = path.join(folder, 'edges.git');
  git(folder, 'init', '-q', '--bare', '-b', 'main', remote);
  const remotes = new Set([remote]);
  return {
    folder,
    api,
    story,
    remote,
    env,
    git,
    person: async (name, options = {}) => {
      remotes.add(options.remote ?? remote);
      return newPerson({ folder, story, env: { ...env, ...options.env } }, name, options.remote ?? remote);
    },
    page: () => story.page([...remotes].flatMap((each) => git(each, 'rev-list', '--all').split('\n'))),
    close: async () => {
      await api.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function environmentIn(folder: string): Readonly<Record<string, string>> {
  const tool = path.join(folder, 'tools/edgewright');
  mkdirSync(path.dirname(tool));
  const executable = path.join(repository, 'bin/edgewright.js');
  writeFileSync(tool, `#!/bin/sh\nexec '${process.execPath}' '${executable}' "$@"\n`);
  chmodSync(tool, 0o755);
  return {
    PATH: `${path.dirname(tool)}:${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Alice',
    GIT_AUTHOR_EMAIL: 'alice@parcels.example',
    GIT_COMMITTER_NAME: 'Alice',
    GIT_COMMITTER_EMAIL: 'alice@parcels.example',
  };
}

interface Room {
  readonly folder: string;
  readonly story: Transcript;
  readonly env: Readonly<Record<string, string>>;
}

async function newPerson({ folder, story, env }: Room, name: string, remote: string): Promise<Person> {
  const clone = path.join(folder, name);
  const bash = (cwd: string, script: string) =>
    runProgram('bash', ['-eo', 'pipefail', '-c', script], { cwd, env });
  const cloned = await bash(folder, `git clone -q '${remote}' '${clone}'`);
  if (cloned.exit !== 0) throw new Error(cloned.log);
  return {
    folder: clone,
    run: async (script, { exit: expected } = { exit: 0 }) => {
      const { exit, log } = await bash(clone, script);
      const lines = script
        .trim()
        .split('\n')
        .map((line) => `$ ${line}`);
      story.printed(`${name}:`, `${lines.join('\n')}${exit === 0 ? '' : `  # exit ${exit}`}\n${log}`);
      if (exit !== expected) throw new Error(`\`${script}\` ended with ${exit}: ${log}`);
      return log;
    },
    quietly: async (script) => {
      const { exit, log } = await bash(clone, script);
      if (exit !== 0) throw new Error(`\`${script}\` ended with ${exit}: ${log}`);
    },
    write: (file, text) => {
      mkdirSync(path.dirname(path.join(clone, file)), { recursive: true });
      writeFileSync(path.join(clone, file), text);
    },
    edit: (file, before, after) => {
      const text = readFileSync(path.join(clone, file), 'utf8');
      if (!text.includes(before)) throw new Error(`${file} does not contain ${before}:\n${text}`);
      writeFileSync(
        path.join(clone, file),
        text.replace(before, () => after),
      );
    },
  };
}
