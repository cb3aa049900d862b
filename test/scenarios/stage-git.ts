import { execFileSync } from 'node:child_process';
import { words } from './play-command.ts';

/** Runs git in a scenario's folder, without the configuration of the user and the machine. */
export function runGit(folder: string, command: string): void {
  const who = { NAME: 'A', EMAIL: 'a@example.com', DATE: '2026-06-01T12:00:00Z' };
  const env = Object.fromEntries(
    Object.entries(who).flatMap(([what, value]) => [
      [`GIT_AUTHOR_${what}`, value],
      [`GIT_COMMITTER_${what}`, value],
    ]),
  );
  execFileSync('git', ['-c', 'init.defaultBranch=main', ...words(command)], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}
