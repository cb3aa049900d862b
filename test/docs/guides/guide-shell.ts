import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { playCommand } from '../../scenarios/play-command.ts';

/** A terminal of a reader: a folder, and the variables that were exported. */
export interface Shell {
  readonly root: string;
  cwd: string;
  readonly env: Record<string, string>;
  /** The seconds since the story began, for commands that are played in this process. */
  later: number;
}

export interface Ran {
  readonly exit: number;
  readonly output: string;
}

const repository = path.join(import.meta.dirname, '../../..');

/** Opens a shell with `edgewright` on its PATH, and without the settings of the user and the machine. */
export function openShell(root: string): Shell {
  const tools = path.join(root, '.tools');
  mkdirSync(tools);
  const script = `#!/bin/sh\nexec '${process.execPath}' '${path.join(repository, 'bin/edgewright.js')}' "$@"\n`;
  writeFileSync(path.join(tools, 'edgewright'), script, { mode: 0o755 });
  const who = ['AUTHOR', 'COMMITTER'].flatMap((role) => [
    [`GIT_${role}_NAME`, 'Ada'],
    [`GIT_${role}_EMAIL`, 'ada@example.com'],
  ]);
  const env = {
    PATH: `${tools}:${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    HOME: path.join(root, '.home'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'init.defaultBranch',
    GIT_CONFIG_VALUE_0: 'main',
    ...(Object.fromEntries(who) as Record<string, string>),
  };
  mkdirSync(env.HOME);
  return { root, cwd: root, env, later: 0 };
}

/**
 * Runs one line: `cd` and `export` change the shell, a plain `edgewright …` is played in this process, bash runs the
 * rest.
 */
export async function runLine(shell: Shell, line: string): Promise<Ran> {
  const [verb, argument = ''] = line.split(' ');
  if (verb === 'cd') {
    shell.cwd = path.resolve(shell.cwd, argument);
    return { exit: 0, output: '' };
  }
  if (verb === 'export') {
    const name = argument.split('=')[0] ?? '';
    const { exit, output } = await inBash(shell, `${line}\nprintf %s "$${name}"`);
    shell.env[name] = output;
    return { exit, output: '' };
  }
  if (verb !== 'edgewright' || /[|&;<>$`*]/.test(line.replaceAll(/'[^']*'/g, ''))) return inBash(shell, line);
  const { cwd: folder, env, later } = shell;
  const played = await playCommand({ folder, env }, { later }, line.slice('edgewright'.length));
  return { exit: played.exit, output: withoutTrail(`${played.stderr}${played.stdout}`) };
}

/** Runs a script as a person pastes it; it ends at the first line that fails. */
export function inBash({ cwd, env }: Shell, script: string): Promise<Ran> {
  return new Promise((resolve) => {
    execFile('bash', ['-eo', 'pipefail', '-c', script], { cwd, env }, (error, stdout, stderr) =>
      resolve({ exit: error === null ? 0 : Number(error.code), output: withoutTrail(stderr + stdout) }),
    );
  });
}

function withoutTrail(text: string): string {
  return text.replaceAll(/[ \t]+$/gm, '');
}
