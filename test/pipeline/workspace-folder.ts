import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { main } from '../../src/main.ts';
import type { Io } from '../../src/model/io.ts';

export interface Said {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A workspace on disk, with the command line run in it. */
export interface Folder {
  readonly root: string;
  readonly run: (command: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Said>;
  readonly write: (file: string, text: string) => void;
  readonly read: (file: string) => string;
  readonly remove: () => void;
}

/** `columns`: the width of the terminal. */
export function makeFolder(env: Readonly<Record<string, string>>, columns = 100): Folder {
  const root = mkdtempSync(path.join(tmpdir(), 'pipeline-'));
  return {
    root,
    run: async (command, more = {}) => {
      const said = { stdout: '', stderr: '' };
      const exit = await main(command, { ...ioOf(root, { ...env, ...more }, said), columns });
      return { exit, ...said };
    },
    write: (file, text) => {
      const target = path.join(root, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, text);
    },
    read: (file) => readFileSync(path.join(root, file), 'utf8'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function ioOf(
  cwd: string,
  env: Readonly<Record<string, string>>,
  said: { stdout: string; stderr: string },
): Io {
  return {
    stdout: (text) => void (said.stdout += text),
    stderr: (text) => void (said.stderr += text),
    stdin: () => Promise.resolve(''),
    env: { HOME: cwd, ...env },
    cwd,
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    columns: 100,
    clock: {
      now: () => new Date('2026-01-02T03:04:05Z'),
      sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, 5))),
    },
    signal: new AbortController().signal,
  };
}
