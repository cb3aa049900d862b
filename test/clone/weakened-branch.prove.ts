/** A branch that weakens or hides something, one change each: a plan and lint with the base name it, or refuse it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../../src/server/start-server.ts';
import { makeFolder, type Folder } from '../pipeline/workspace-folder.ts';

interface Change {
  readonly name: string;
  readonly file: string;
  readonly find?: string;
  readonly put?: string;
  readonly says?: string;
  /** Why neither names it. */
  readonly silent?: string;
}

const { base, changes } = parse(readFileSync(path.join(import.meta.dirname, 'weakened.yaml'), 'utf8')) as {
  readonly base: Readonly<Record<string, string>>;
  readonly changes: readonly Change[];
};

const source = `your-org/edgewright@${'0123456789abcdef'.repeat(3).slice(0, 40)}`;

let server: RunningServer;
let folder: Folder;
let unchanged: readonly string[];

beforeAll(async () => {
  server = await startServer({ store: 'memory' });
  folder = makeFolder(
    {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      EDGEWRIGHT_API_URL: server.url,
      EDGEWRIGHT_SECRET_CHAT: 'https://chat.example.com/hooks/of-the-team',
      EDGEWRIGHT_SECRET_CARD: 'the-secret-of-the-card',
    },
    1000,
  );
  for (const [file, text] of Object.entries(base)) folder.write(file, text);
  for (const environment of ['staging', 'production']) await succeeds('ledger', 'init', '--env', environment);
  for (const forge of ['github', 'gitlab', 'gitea'])
    await succeeds('init', '--with', forge, '--source', source);
  const git = (...command: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...command], {
      cwd: folder.root,
      env: { PATH: process.env['PATH'], HOME: folder.root },
      stdio: 'pipe',
    });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'Begin');
  unchanged = await said();
}, 60_000);

afterAll(async () => {
  folder.remove();
  await server.close();
});

describe('a branch that weakens something', () => {
  test('has at least 60 ways, each once', () => {
    expect(changes.length).toBeGreaterThanOrEqual(60);
    expect(new Set(changes.map(({ name }) => name)).size).toBe(changes.length);
  });

  test.each(changes)('$name', async (change) => {
    const restore = make(change);
    try {
      const news = (await said()).filter((line) => !unchanged.includes(line));
      if (change.silent === undefined) expect(news.join('\n')).toContain(change.says);
      else expect(news).toEqual([]);
    } finally {
      restore();
    }
  });
});

async function succeeds(...command: readonly string[]): Promise<void> {
  const { exit, stdout, stderr } = await folder.run(command);
  if (exit !== 0) throw new Error(`${command.join(' ')}: exit ${exit}\n${stdout}${stderr}`);
}

/** The lines of a plan for production and of lint, each with the base. */
async function said(): Promise<readonly string[]> {
  const plan = await folder.run(['plan', '--env', 'production', '--base', 'HEAD']);
  const lint = await folder.run(['lint', '--format', 'compact', '--base', 'HEAD']);
  return [plan, lint].flatMap(({ stdout, stderr }) => `${stdout}${stderr}`.split('\n'));
}

/** Makes the change; the answer takes it back. */
function make({ file, find, put }: Change): () => void {
  const target = path.join(folder.root, file);
  const before = existsSync(target) ? folder.read(file) : undefined;
  if (find === undefined && put === undefined) rmSync(target);
  else if (find === undefined) folder.write(file, put ?? '');
  else {
    if (before?.includes(find) !== true) throw new Error(`${file} does not have ${JSON.stringify(find)}`);
    folder.write(
      file,
      before.replace(find, () => put ?? ''),
    );
  }
  return () => {
    if (before === undefined) rmSync(target);
    else folder.write(file, before);
  };
}
