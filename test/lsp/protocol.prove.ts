import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtCommand } from './built-server.ts';
import { startClient, type LspClient, type Message } from './client.ts';
import { stage, type Stage } from './stage.ts';

let command: readonly string[];
let remove: () => void;

beforeAll(async () => {
  const built = await builtCommand();
  command = [...built.command, 'lsp'];
  remove = built.remove;
});
afterAll(() => remove());

async function begin(
  staged: Stage,
  { params = {}, args = [] as readonly string[], answers = {} } = {},
): Promise<LspClient> {
  const client = startClient([...command, ...args], { cwd: staged.root, answers });
  await client.request('initialize', {
    processId: null,
    workspaceFolders: [{ uri: staged.uriOf(''), name: 'case' }],
    capabilities: {},
    ...params,
  });
  client.notify('initialized', {});
  return client;
}

function open(client: LspClient, staged: Stage, file: string, text: string, version = 1): void {
  client.notify('textDocument/didOpen', {
    textDocument: { uri: staged.uriOf(file), languageId: 'yaml', version, text },
  });
}

const broken = 'kind: endpoint\nname: a\nspec: { tyep: cloud }\n';
const codes = (found: readonly Message[]): unknown[] => found.map(({ code }) => code);

test('findings of a folder are published without an open file, and removed when the file is fixed on disk', async () => {
  const staged = stage({ 'resources/new.yaml': broken });
  const client = await begin(staged);
  const uri = staged.uriOf('resources/new.yaml');
  expect(codes(await client.diagnostics(uri))).toContain('unknown-field');
  staged.write(
    'resources/new.yaml',
    'kind: endpoint\nname: a\nenvironments: [production]\nspec: { url: https://a.example.com, description: a }\n',
  );
  client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 2 }] });
  expect(await client.diagnostics(uri, (found) => found.length === 0)).toEqual([]);
  await client.stop();
  expect(await client.exit()).toBe(0);
  expect(client.stray() + client.stderr()).toBe('');
  staged.remove();
});

test('a change in one file updates the findings of others; a closed file is read from disk again', async () => {
  const staged = stage();
  const client = await begin(staged);
  const shop = staged.uriOf('resources/shop.yaml');
  open(client, staged, 'resources/presets.yaml', staged.textOf('resources/presets.yaml'));
  const change = (version: number, contentChanges: unknown[]): void =>
    client.notify('textDocument/didChange', {
      textDocument: { uri: staged.uriOf('resources/presets.yaml'), version },
      contentChanges,
    });
  const word = { start: { line: 1, character: 6 }, end: { line: 1, character: 11 } };
  change(2, [{ range: word, text: 'logi' }]);
  change(3, [{ range: { start: word.start, end: { line: 1, character: 10 } }, text: 'other' }]);
  const [found] = await client.diagnostics(shop, (list) => codes(list).includes('ref-dangling'));
  expect(found?.['message']).toContain('there is no preset `login`');
  client.notify('textDocument/didClose', { textDocument: { uri: staged.uriOf('resources/presets.yaml') } });
  await client.diagnostics(shop, (list) => !codes(list).includes('ref-dangling'));
  await client.stop();
  staged.remove();
});

test('two workspaces in one client, one of them found when its file is opened, do not mix', async () => {
  const first = stage({ 'resources/new.yaml': broken });
  const second = stage({ 'resources/new.yaml': 'kind: endpoint\nname: a\nspec: { discription: a }\n' });
  const client = await begin(first);
  open(client, second, 'resources/shop.yaml', second.textOf('resources/shop.yaml'));
  const words = async (staged: Stage): Promise<string> =>
    JSON.stringify(await client.diagnostics(staged.uriOf('resources/new.yaml')));
  expect(await words(first)).toContain('tyep');
  expect(await words(second)).toContain('discription');
  await client.stop();
  first.remove();
  second.remove();
});

test('unreadable settings are reported in edgewright.yaml, and requests are still answered', async () => {
  const staged = stage();
  writeFileSync(path.join(staged.root, 'edgewright.yaml'), Buffer.from([0xff, 0xfe, 0x00]));
  const client = await begin(staged);
  const [found] = await client.diagnostics(staged.uriOf('edgewright.yaml'));
  expect(found?.['message']).toMatch(/^edgewright\.yaml cannot be read/);
  open(client, staged, 'resources/shop.yaml', staged.textOf('resources/shop.yaml'));
  const at = {
    textDocument: { uri: staged.uriOf('resources/shop.yaml') },
    position: { line: 0, character: 0 },
  };
  expect(await client.request('textDocument/hover', at)).toBeNull();
  staged.write('edgewright.yaml', 'version: 1\nsecrets: [SHOP_OIDC]\n');
  client.notify('textDocument/didSave', { textDocument: { uri: staged.uriOf('edgewright.yaml') } });
  await client.diagnostics(staged.uriOf('edgewright.yaml'), (list) => list.length === 0);
  await client.stop();
  staged.remove();
});

test('a file outside of any workspace, an untitled one and one that was never opened get no findings', async () => {
  const staged = stage();
  rmSync(path.join(staged.root, 'edgewright.yaml'));
  const client = await begin(staged);
  open(client, staged, 'resources/new.yaml', broken);
  client.notify('textDocument/didOpen', {
    textDocument: { uri: 'untitled:Untitled-1', languageId: 'yaml', version: 1, text: broken },
  });
  const uris = [
    staged.uriOf('resources/new.yaml'),
    'untitled:Untitled-1',
    staged.uriOf('never.yaml'),
    'file://%%',
  ];
  for (const uri of uris) {
    for (const method of ['hover', 'completion', 'definition', 'prepareRename']) {
      const at = { textDocument: { uri }, position: { line: 0, character: 1 } };
      expect(await client.request(`textDocument/${method}`, at)).toBeNull();
    }
  }
  expect([...client.published.keys()]).toEqual([]);
  await client.stop();
  staged.remove();
});

test('malformed messages are refused or passed over, and the server goes on', async () => {
  const staged = stage();
  const client = await begin(staged, { params: { capabilities: 7, workspaceFolders: 'x', rootUri: 5 } });
  const odd: unknown[] = [null, 3, 'x', [], {}, { textDocument: 7 }, { textDocument: { uri: 5 } }];
  for (const params of odd) {
    for (const method of ['didOpen', 'didChange', 'didClose', 'didSave'])
      client.notify(`textDocument/${method}`, params);
    client.notify('workspace/didChangeWorkspaceFolders', params);
    client.notify('workspace/didChangeWatchedFiles', params);
    for (const method of [
      'hover',
      'definition',
      'references',
      'prepareRename',
      'rename',
      'codeAction',
      'completion',
    ])
      await expect(client.request(`textDocument/${method}`, params)).rejects.toThrow('-32602');
  }
  await expect(client.request('textDocument/nothing', {})).rejects.toThrow('-32601');
  client.notify('$/cancelRequest', { id: 99_999 });
  client.notify('nothing/atAll', {});
  client.write('Content-Length: 9\r\n\r\n{"a": 1,}');
  open(client, staged, 'resources/new.yaml', broken);
  const change = (contentChanges: unknown): void =>
    client.notify('textDocument/didChange', {
      textDocument: { uri: staged.uriOf('resources/new.yaml'), version: 2 },
      contentChanges,
    });
  for (const changes of [5, [5], [{ text: 5 }], [{ text: 'x', range: { start: 1 } }]]) change(changes);
  // Beyond the end is the end, as the protocol says.
  const far = { line: 9999, character: 9999 };
  change([{ text: '# end\n', range: { start: far, end: far } }]);
  const at = { textDocument: { uri: staged.uriOf('resources/new.yaml') }, position: far };
  expect(await client.request('textDocument/hover', at)).toBeNull();
  expect(codes(await client.diagnostics(staged.uriOf('resources/new.yaml')))).toContain('unknown-field');
  await client.stop();
  expect(await client.exit()).toBe(0);
  expect(client.stray() + client.stderr()).toBe('');
  staged.remove();
});

test('a capable client is asked to report changes on disk', async () => {
  const staged = stage();
  const asked: unknown[] = [];
  const client = await begin(staged, {
    params: { capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } } },
    answers: { 'client/registerCapability': (params: unknown) => void asked.push(params) },
  });
  open(client, staged, 'resources/new.yaml', broken);
  await client.diagnostics(staged.uriOf('resources/new.yaml'));
  expect(JSON.stringify(asked)).toContain('workspace/didChangeWatchedFiles');
  await client.stop();
  staged.remove();
});

test('it ends when its input does, without a word', async () => {
  const staged = stage();
  const client = await begin(staged);
  client.process.stdin?.end();
  expect(await client.exit()).toBe(1);
  expect(client.stray() + client.stderr()).toBe('');
  staged.remove();
});

test.each(['processId', '--clientProcessId'])('it ends when the process of %s does', async (how) => {
  const staged = stage();
  const editor = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const pid = editor.pid ?? 0;
  const client = await begin(staged, {
    params: how === 'processId' ? { processId: pid } : {},
    args: how === 'processId' ? [] : [`--clientProcessId=${pid}`, '--stdio'],
  });
  editor.kill('SIGKILL');
  expect(await client.exit()).toBe(1);
  staged.remove();
});

test('it answers during typing in a workspace of 300 files, and publishes the final findings', async () => {
  const staged = stage();
  mkdirSync(path.join(staged.root, 'resources/many'));
  for (let index = 0; index < 300; index++)
    staged.write(
      `resources/many/r${index}.yaml`,
      `kind: endpoint\nname: r${index}\nenvironments: [production]\nspec: { url: https://r${index}.example.com, description: a }\n`,
    );
  const client = await begin(staged);
  const file = 'resources/many/r7.yaml';
  open(client, staged, file, staged.textOf(file));
  const text =
    'kind: endpoint\nname: r7\nenvironments: [production]\nspec:\n  url: https://r7.example.com\n  tye';
  for (let length = 1; length <= text.length; length++)
    client.notify('textDocument/didChange', {
      textDocument: { uri: staged.uriOf(file), version: length + 1 },
      contentChanges: [{ text: text.slice(0, length) }],
    });
  const at = { textDocument: { uri: staged.uriOf(file) }, position: { line: 5, character: 4 } };
  const items = (await client.request('textDocument/completion', at)) as readonly { label: string }[];
  expect(items.map(({ label }) => label)).toContain('type');
  const found = await client.diagnostics(staged.uriOf(file), (list) => list.length > 0);
  expect(codes(found)).toContain('yaml-syntax');
  await client.stop();
  staged.remove();
});

test('a client that sends everything at once and closes its end is answered', () => {
  const staged = stage({ 'resources/new.yaml': broken });
  const said = [
    { id: 1, method: 'initialize', params: { processId: null, rootUri: staged.uriOf(''), capabilities: {} } },
    { method: 'initialized', params: {} },
    { id: 2, method: 'shutdown' },
    { method: 'exit' },
  ].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }));
  const input = said.map((text) => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`).join('');
  const [program = '', ...args] = command;
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: staged.root, input, encoding: 'utf8' });
  expect(stdout).toContain('"id":1,"result":{"capabilities"');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  staged.remove();
});

test('requests right before shutdown are answered, and so is shutdown', () => {
  // As many files as take a while to judge.
  const many = Array.from({ length: 300 }, (_, index) => [
    `resources/r${index}.yaml`,
    `kind: endpoint\nname: r${index}\nenvironments: [production]\nspec: { url: https://r${index}.example.com, description: a }\n`,
  ]);
  const staged = stage({ ...Object.fromEntries(many), 'resources/new.yaml': broken });
  const uri = staged.uriOf('resources/new.yaml');
  const at = { textDocument: { uri }, position: { line: 0, character: 8 } };
  const said = [
    { id: 1, method: 'initialize', params: { processId: null, rootUri: staged.uriOf(''), capabilities: {} } },
    { method: 'initialized', params: {} },
    {
      method: 'textDocument/didOpen',
      params: { textDocument: { uri, languageId: 'yaml', version: 1, text: broken } },
    },
    { id: 2, method: 'textDocument/hover', params: at },
    { id: 3, method: 'textDocument/completion', params: at },
    { id: 4, method: 'shutdown' },
    { id: 5, method: 'textDocument/hover', params: at },
    { method: 'exit' },
  ].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }));
  const input = said.map((text) => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`).join('');
  const [program = '', ...args] = command;
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: staged.root, input, encoding: 'utf8' });
  const answers = stdout
    .split(/Content-Length: \d+\r\n\r\n/)
    .filter((text) => text.includes('"id":') && !text.includes('"method"'))
    .map((text) => JSON.parse(text) as { id: number; result?: unknown; error?: { code: number } });
  const byId = new Map(answers.map((one) => [one.id, one]));
  expect([...byId.keys()].sort()).toEqual([1, 2, 3, 4, 5]);
  expect(JSON.stringify(byId.get(2)?.result)).toContain('endpoint');
  expect(JSON.stringify(byId.get(3)?.result)).toContain('endpoint');
  expect(byId.get(4)?.result).toBeNull();
  // InvalidRequest: nothing may be asked after the goodbye.
  expect(byId.get(5)?.error?.code).toBe(-32600);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  staged.remove();
});
