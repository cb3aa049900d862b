import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Shell } from '../../../src/commands/completion/shells.ts';

const repository = path.join(import.meta.dirname, '../../..');

/** How each shell is started without the files of this user, and how it reads our script. */
const starts: Readonly<Record<Shell, { readonly words: readonly string[]; readonly setUp: string }>> = {
  bash: {
    words: ['bash', '--norc', '--noprofile', '-i'],
    setUp: "bind 'set bell-style none'; source completion.bash",
  },
  zsh: { words: ['zsh', '-f', '-i'], setUp: 'autoload -U compinit; compinit -D -u; source ./completion.zsh' },
  fish: { words: ['fish', '--no-config', '--private', '-i'], setUp: 'source completion.fish' },
};

/** Whether the shell and `script`, which gives it a terminal, are installed. */
export function hasShell(shell: Shell): boolean {
  return [shell, 'script'].every((name) => spawnSync(name, ['--version']).error === undefined);
}

/**
 * Types lines with tabs into a real shell in a terminal; gives the arguments with which each line ran `edgewright`.
 * Only `edgewright completion` runs as such; everything else is written down.
 */
export async function typeInShell(
  shell: Shell,
  { folder, lines }: { readonly folder: string; readonly lines: readonly string[] },
): Promise<{ readonly ran: readonly (readonly string[])[]; readonly screen: string }> {
  const { words, setUp } = starts[shell];
  const seen = path.join(folder, '..', 'seen');
  const tools = path.join(folder, '..', 'tools');
  mkdirSync(seen, { recursive: true });
  mkdirSync(tools, { recursive: true });
  const program = `'${process.execPath}' '${path.join(repository, 'bin/edgewright.js')}'`;
  writeFileSync(
    path.join(tools, 'edgewright'),
    `#!/bin/sh\nif [ "$1" = completion ]; then exec ${program} "$@"; fi\nn=$(ls '${seen}' | wc -l)\nprintf '%s\\n' "$@" > '${seen}'/$(printf %03d "$n")\n`,
  );
  chmodSync(path.join(tools, 'edgewright'), 0o755);
  const script = spawnSync(process.execPath, [
    path.join(repository, 'bin/edgewright.js'),
    'completion',
    shell,
  ]);
  writeFileSync(path.join(folder, `completion.${shell}`), script.stdout);
  const screen = await typed(words, folder, tools, [setUp, ...lines, 'exit']);
  const ran = readdirSync(seen)
    .sort()
    .map((name) => readFileSync(path.join(seen, name), 'utf8').split('\n').slice(0, -1));
  return { ran, screen };
}

async function typed(
  words: readonly string[],
  folder: string,
  tools: string,
  lines: readonly string[],
): Promise<string> {
  const child = spawn('script', ['-qec', words.join(' '), '/dev/null'], {
    cwd: folder,
    env: {
      PATH: `${tools}:${process.env['PATH'] ?? ''}`,
      HOME: path.join(folder, '..'),
      SHELL: '/bin/sh',
      TERM: 'xterm',
      LC_ALL: 'C.UTF-8',
      PS1: '> ',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let screen = '';
  child.stdout.on('data', (data: Buffer) => void (screen += data.toString('utf8')));
  let isRunning = true;
  const ended = new Promise<void>((resolve) =>
    child.on('close', () => {
      isRunning = false;
      resolve();
    }),
  );
  const watchdog = setTimeout(() => child.kill('SIGKILL'), 300_000);
  const isThere = async (file: string): Promise<void> => {
    while (isRunning && !existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  // A line is typed once the one before it has run, as by a person.
  const [setUp = '', ...typing] = lines;
  const ready = path.join(folder, '..', 'ready');
  child.stdin.write(`${setUp}; : > '${ready}'\r`);
  await isThere(ready);
  for (const [index, line] of typing.entries()) {
    child.stdin.write(`${line}\r`);
    if (line !== 'exit') await isThere(path.join(folder, '..', 'seen', String(index).padStart(3, '0')));
  }
  await ended;
  clearTimeout(watchdog);
  return screen;
}
