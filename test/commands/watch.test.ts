import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runIn } from '../workspace/git/run-lint.ts';

const files = {
  'edgewright.yaml': 'version: 1\n',
  'environments/production.yaml': 'vars: { domain: example.com }\n',
  'resources/a.yaml': 'kind: endpoint\nname: a\nspec: { url: "https://a.$(domain)" }\n',
};

interface Watched {
  /** Waits until the text was printed since the last call; returns the output up to its end. */
  readonly until: (text: string) => Promise<string>;
  readonly write: (file: string, text: string) => void;
  readonly folder: string;
}

/** Runs a command with `--watch` in a workspace and interrupts it when the body is done. */
async function watching(
  command: readonly string[],
  body: (watched: Watched) => Promise<void>,
): Promise<number> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'edgewright-watch-')));
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  for (const [file, text] of Object.entries(files)) write(file, text);
  const interrupt = new AbortController();
  let [said, heard] = ['', 0];
  let look = (): void => undefined;
  const hear = (all: string): void => {
    said = all;
    look();
  };
  const until = (text: string): Promise<string> =>
    new Promise((resolve) => {
      look = () => {
        const end = said.indexOf(text, heard);
        if (end === -1) return;
        const part = said.slice(heard, end + text.length);
        heard = end + text.length;
        look = () => undefined;
        resolve(part);
      };
      look();
    });
  try {
    const { signal } = interrupt;
    const running = runIn({ folder, env: { HOME: folder }, hear, signal }, ...command, '--watch');
    await Promise.race([body({ until, write, folder }), running]);
    interrupt.abort();
    return (await running).exit;
  } finally {
    interrupt.abort();
    rmSync(folder, { recursive: true, force: true });
  }
}

const lint = ['lint', '--format', 'compact'];

const ready = 'watching for changes; Ctrl-C ends it\n';

describe('lint --watch', () => {
  test('lints again when a file is written, replaced, created in a new folder, or removed', async () => {
    const exit = await watching(lint, async ({ until, write, folder }) => {
      expect(await until(ready)).toBe(`no problems in 3 files\n${ready}`);
      write('resources/a.yaml', `${files['resources/a.yaml']}colour: red\n`);
      expect(await until('1 error in 3 files\n')).toContain('changed: resources/a.yaml\n');
      // As editors do: another file takes the place of the old one.
      write('resources/.a.yaml.swp', files['resources/a.yaml']);
      renameSync(path.join(folder, 'resources/.a.yaml.swp'), path.join(folder, 'resources/a.yaml'));
      expect(await until('no problems in 3 files\n')).toBe(
        '\nchanged: resources/a.yaml\nno problems in 3 files\n',
      );
      write('resources/new/deep/b.yaml', 'kind: endpoin\n');
      expect(await until('1 error in 4 files')).toContain('unknown kind `endpoin`');
      write('resources/new/deep/b.yaml', 'kind: endpoint\nname: b\nspec: { url: "https://b.$(domain)" }\n');
      await until('no problems in 4 files\n');
      rmSync(path.join(folder, 'resources/new'), { recursive: true });
      await until('no problems in 3 files\n');
      write('resources/new/deep/b.yaml', 'kind: endpoin\n');
      await until('1 error in 4 files');
    });
    expect(exit).toBe(130);
  });

  test('fixed settings are linted again after broken ones', async () => {
    const exit = await watching(lint, async ({ until, write, folder }) => {
      await until(ready);
      rmSync(path.join(folder, 'edgewright.yaml'));
      expect(await until('= help: ')).toContain('error: there is no edgewright.yaml');
      write('edgewright.yaml', 'version: 1\n');
      await until('no problems in 3 files\n');
    });
    expect(exit).toBe(130);
  });

  test('writing its own report does not start a run', async () => {
    const exit = await watching([...lint, '-o', 'report.txt'], async ({ until, write }) => {
      await until(ready);
      write('resources/a.yaml', `${files['resources/a.yaml']}# more\n`);
      expect(await until('changed: resources/a.yaml\n')).toBe('\nchanged: resources/a.yaml\n');
      write('resources/b.yaml', '# nothing\n');
      expect(await until('changed: resources/b.yaml\n')).toBe('\nchanged: resources/b.yaml\n');
    });
    expect(exit).toBe(130);
  });
});

test('test --watch tests again when a resource or a test is written', async () => {
  const exit = await watching(['test'], async ({ until, write }) => {
    expect(await until(ready)).toContain('error: the workspace has no test\n');
    write(
      'tests/a.yaml',
      'tests: [{ name: closed, request: "https://a.example.com/", expect: { status: 403 } }]\n',
    );
    await until('Tests: 0 ok, 0 failed, 1 undecided in ');
    write(
      'resources/a.yaml',
      files['resources/a.yaml'].replace(' }', ', traffic_policy: $(file:closed.yaml) }'),
    );
    write('closed.yaml', 'on_http_request: [{ actions: [{ type: deny, config: { status_code: 403 } }] }]\n');
    await until('Tests: 1 ok, 0 failed, 0 undecided in ');
  });
  expect(exit).toBe(130);
});
