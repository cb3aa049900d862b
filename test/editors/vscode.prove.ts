/** The bundled extension in a stub of the editor, with the shipped `edgewright lsp` as its server. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findServer, type Surroundings } from '../../editors/vscode/src/find-server.ts';
import { stubEditor, type Setting, type StubbedEditor } from './vscode-stub.ts';

interface Extension {
  readonly activate: (context: { readonly subscriptions: unknown[] }) => Promise<void>;
  readonly deactivate: () => Promise<void>;
}

const repository = path.join(import.meta.dirname, '../..');
const program = path.join(repository, 'bin/edgewright.js');
const top = realpathSync(mkdtempSync(path.join(tmpdir(), 'edgewright-vscode-')));
let bundle: string;
beforeAll(() => {
  const file = path.join(top, 'dist/extension.js');
  execFileSync('npm', ['run', '--silent', 'build:extension', '--', `--outfile=${file}`], { cwd: repository });
  bundle = readFileSync(file, 'utf8');
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

let folder: string;
let running: Extension | undefined;
const before = process.env['PATH'];
beforeEach(() => {
  folder = mkdtempSync(path.join(top, 'a workspace '));
  cpSync(path.join(repository, 'examples/minimal'), folder, { recursive: true });
  process.env['PATH'] = path.join(top, 'no-such-folder');
});
afterEach(async () => {
  await running?.deactivate();
  running = undefined;
  process.env['PATH'] = before;
});

/** Puts a program that starts ours into a folder. */
function install(into: string): string {
  mkdirSync(into, { recursive: true });
  symlinkSync(program, path.join(into, 'edgewright'));
  // The first line of the program looks for `node` in PATH.
  process.env['PATH'] = [process.env['PATH'], path.dirname(process.execPath)].join(path.delimiter);
  return path.join(into, 'edgewright');
}

async function start({
  isTrusted = true,
  setting = {},
}: { isTrusted?: boolean; setting?: Setting } = {}): Promise<StubbedEditor> {
  const editor = stubEditor(folder, { isTrusted, setting });
  const own = createRequire(import.meta.url);
  const module = { exports: {} as Extension };
  const load = (name: string): unknown => (name === 'vscode' ? editor.module : own(name));
  // As the editor loads it: CommonJS, with a `require` that knows the editor's own module.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const run = new Function('require', 'module', 'exports', bundle) as (...args: unknown[]) => void;
  run(load, module, module.exports);
  running = module.exports;
  await running.activate({ subscriptions: [] });
  return editor;
}

describe('the extension', () => {
  test('shows findings and completes, with the program of the workspace', async () => {
    const found = install(path.join(folder, 'node_modules/.bin'));
    const editor = await start();
    expect(editor.log.join('\n')).toContain(`starting ${found} lsp (from workspace)`);
    expect(editor.status.isShown, editor.log.join('\n')).toBe(false);
    const file = path.join(folder, 'resources/hello.yaml');
    const text = readFileSync(file, 'utf8').replace('url:', 'ulr:');
    writeFileSync(file, text);
    const document = editor.open(file, text);
    await expect
      .poll(() => editor.diagnostics.get(file)?.length ?? 0, { timeout: 60_000 })
      .toBeGreaterThan(0);
    expect(JSON.stringify(editor.diagnostics.get(file))).toContain('ulr');
    const [provider] = editor.providers.get('registerCompletionItemProvider') as {
      provideCompletionItems: (
        ...args: unknown[]
      ) => Promise<readonly { label: unknown }[] | { items: readonly { label: unknown }[] }>;
    }[];
    const token = {
      isCancellationRequested: false,
      onCancellationRequested: () => ({ dispose: () => undefined }),
    };
    const line = text.split('\n').findIndex((each) => each.includes('ulr:'));
    const items = await provider!.provideCompletionItems(document, { line, character: 2 }, token, {
      triggerKind: 0,
    });
    const labels = ('items' in items ? items.items : items).map(({ label }) => label);
    expect(labels).toContain('url');
    await editor.run('edgewright.restart');
    await expect.poll(() => editor.log.filter((each) => each.includes('starting')).length).toBe(2);
  });

  test('says where it looked when there is no program, without a dialog', async () => {
    const editor = await start();
    expect(editor.status).toMatchObject({
      isShown: true,
      tooltip: expect.stringContaining('not found') as string,
    });
    expect(editor.log.join('\n')).toContain(path.join(folder, 'node_modules/.bin/edgewright'));
    expect(editor.log.join('\n')).not.toContain('dialog');
    await editor.run('edgewright.showLog');
    expect(editor.log.at(-1)).toBe('shown');
  });

  test('runs nothing of a workspace that is not trusted', async () => {
    const marker = path.join(folder, 'it-ran');
    const evil = path.join(folder, 'node_modules/.bin/edgewright');
    mkdirSync(path.dirname(evil), { recursive: true });
    writeFileSync(evil, `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 });
    process.env['PATH'] = [path.dirname(evil), 'node_modules/.bin', ''].join(path.delimiter);
    const editor = await start({ isTrusted: false, setting: { workspaceValue: evil } });
    expect(editor.status.tooltip).toContain('not trusted');
    expect(editor.log.join('\n')).not.toContain('starting');
    expect(() => readFileSync(marker)).toThrow();
  });

  test('says that a program did not start', async () => {
    const wrong = path.join(top, 'wrong');
    // A program that starts and ends at once leaves a rejection that the library does not handle.
    writeFileSync(wrong, '#!/nowhere/sh\n', { mode: 0o755 });
    const editor = await start({ setting: { globalValue: wrong } });
    expect(editor.status.tooltip).toContain('did not start');
  });
});

describe('the program', () => {
  const around = (more: Partial<Surroundings>): Surroundings => ({
    folders: [folder],
    isTrusted: true,
    setting: { ofUser: '', ofWorkspace: '' },
    env: {},
    platform: 'linux',
    ...more,
  });

  test('is that of the workspace setting, then of the user setting, then of node_modules, then of PATH', () => {
    const tools = path.join(folder, 'tools');
    const [own, ofPath] = [
      install(path.join(folder, 'node_modules/.bin')),
      install(path.join(top, path.basename(folder), 'bin')),
    ];
    const named = install(tools);
    const env = { PATH: path.dirname(ofPath) };
    expect(findServer(around({ env, setting: { ofUser: ofPath, ofWorkspace: 'tools/edgewright' } }))).toEqual(
      { program: named, from: 'setting' },
    );
    expect(findServer(around({ env, setting: { ofUser: ofPath, ofWorkspace: '' } }))).toEqual({
      program: ofPath,
      from: 'setting',
    });
    expect(findServer(around({ env }))).toEqual({ program: own, from: 'workspace' });
    rmSync(own);
    expect(findServer(around({ env }))).toEqual({ program: ofPath, from: 'PATH' });
    expect(findServer(around({ env, setting: { ofUser: '', ofWorkspace: 'no/such' } }))).toEqual({
      tried: [path.join(folder, 'no/such')],
    });
  });

  test('on Windows is a script or an executable, also in Path', () => {
    const bin = path.join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(path.join(bin, 'edgewright.cmd'), '', { mode: 0o755 });
    const found = findServer(around({ platform: 'win32', env: { Path: bin } }));
    expect(found).toEqual({ program: path.join(bin, 'edgewright.cmd'), from: 'PATH' });
  });

  test('is never a relative one of the user in a workspace that is not trusted', () => {
    install(path.join(folder, 'tools'));
    const setting = { ofUser: 'tools/edgewright', ofWorkspace: '' };
    expect(findServer(around({ isTrusted: false, setting }))).toEqual({ tried: ['tools/edgewright'] });
    expect(findServer(around({ setting }))).toMatchObject({ from: 'setting' });
  });
});
