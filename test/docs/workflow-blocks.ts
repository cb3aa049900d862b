import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';

interface WorkflowStep {
  readonly name?: string;
  readonly run?: string;
}

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly WorkflowStep[] }>>;
}

export function stepsOf(text: string): readonly WorkflowStep[] {
  return Object.values((parse(text) as Workflow).jobs).flatMap(({ steps }) => steps);
}

/** Every shell command of a workflow, one for each line and each part of `a && b`. */
export function commandsIn(text: string): readonly string[] {
  return stepsOf(text)
    .flatMap(({ run }) => run?.split(/\n|&&/) ?? [])
    .map((command) => command.trim())
    .filter((command) => command !== '');
}

export interface Remote {
  /** The subjects of its commits, newest first. */
  readonly commits: readonly string[];
  readonly files: readonly string[];
}

/** Runs a step, twice, in a clone with a new ledger and a way back; gives what its remote has then. */
export function remoteAfter(script: string): Remote {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-workflow-'));
  const clone = path.join(folder, 'clone');
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const run = (cwd: string, command: string, ...words: readonly string[]): string =>
    execFileSync(command, words, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    run(folder, 'git', 'init', '-q', '--bare', '-b', 'main', 'remote.git');
    run(folder, 'git', 'clone', '-q', 'remote.git', 'clone');
    writeLedger(clone, 'first');
    run(clone, 'bash', '-e', '-c', 'git add . && git -c user.name=a -c user.email=a@b.c commit -qm start');
    run(clone, 'git', 'push', '-q', 'origin', 'HEAD:main');
    writeLedger(clone, 'second');
    writeFile(clone, '.edgewright/production/rollback/1.json', 'first');
    run(clone, 'bash', '-e', '-c', script);
    run(clone, 'bash', '-e', '-c', script);
    const remote = path.join(folder, 'remote.git');
    const linesOf = (...words: readonly string[]): readonly string[] =>
      run(remote, 'git', ...words)
        .trim()
        .split('\n');
    return {
      commits: linesOf('log', '--format=%s', 'main'),
      files: linesOf('ls-tree', '-r', '--name-only', 'main'),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeLedger(clone: string, text: string): void {
  writeFile(clone, '.edgewright/production/ledger.json', text);
}

function writeFile(clone: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(clone, file)), { recursive: true });
  writeFileSync(path.join(clone, file), text);
}
