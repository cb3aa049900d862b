/** The bookshop's staging environment, served by the built program in a process of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

export const shop = 'shop.staging.harbourbooks.example';

export interface ServedBookshop {
  readonly port: number;
  readonly token: string;
  readonly folder: string;
  readonly pid: number;
  readonly said: () => string;
}

/** `--env` among the options chooses another environment than staging. */
export async function servingBookshop(
  options: readonly string[],
  body: (served: ServedBookshop) => Promise<void> | void,
): Promise<void> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'edgewright-bookshop-')));
  cpSync(path.join(root, 'examples/bookshop'), folder, { recursive: true });
  const environment = options.includes('--env') ? [] : ['--env', 'staging'];
  const args = [path.join(root, 'bin/edgewright.js'), 'dev', '--port', '0', ...environment, ...options];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  try {
    const start = await started(child, (text) => {
      said = (said + text).slice(-100_000);
      return said;
    });
    const [, port = '', token = ''] = /localhost:(\d+)\/t\/([\w-]+)\/requests/.exec(start) ?? [];
    await body({ port: Number(port), token, folder, pid: child.pid ?? 0, said: () => said });
  } finally {
    child.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

function started(child: ChildProcess, hear: (text: string) => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      const all = hear(chunk.toString());
      if (all.includes('watching for changes')) resolve(all);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('close', (code) => reject(new Error(`dev ended with ${code}: ${hear('')}`)));
  });
}
