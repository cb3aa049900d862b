/**
 * An editor session: a policy of five rules of which every phase, key, action, setting, listed value, variable and
 * function is taken from a completion. Indentation, numbers and free text are typed.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtCommand } from './built-server.ts';
import { startClient, type LspClient, type Message } from './client.ts';
import { edited, positionAt, stage, type TextEdit } from './stage.ts';

let client: LspClient;
let remove: () => void;
let command: readonly string[];

beforeAll(async () => {
  const built = await builtCommand();
  remove = built.remove;
  command = built.command;
  client = startClient([...built.command, 'lsp', '--stdio'], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  });
  await client.request('initialize', { processId: process.pid, capabilities: {} });
  client.notify('initialized', {});
});

afterAll(async () => {
  await client.stop();
  remove();
});

/** What is typed begins with `=`; all else is a completion that is taken. */
const written = [
  ['on_http_request', '=\n  - ', 'name', '=networks\n    ', 'actions', '=\n      - ', 'type', 'restrict-ips'],
  [
    '=\n        ',
    'config',
    '=\n          ',
    'enforce',
    'true',
    '=\n          ',
    'allow',
    '=\n            - 203.0.113.0/24',
  ],
  [
    '=\n  - ',
    'name',
    '=limit\n    ',
    'actions',
    '=\n      - ',
    'type',
    'rate-limit',
    '=\n        ',
    'config',
  ],
  [
    '=\n          ',
    'name',
    '=all\n          ',
    'algorithm',
    'sliding_window',
    '=\n          ',
    'capacity',
    '=30',
  ],
  ['=\n          ', 'rate', '=60s\n          ', 'bucket_key', '=\n            - ', 'conn', '=.', 'client_ip'],
  ['=\n  - ', 'expressions', "=\n      - '", 'req', '=.', 'method', '= == "TRACE"\'\n    ', 'actions'],
  ['=\n      - ', 'type', 'deny', '=\n        ', 'config', '=\n          ', 'status_code', '=405'],
  ['=\n  - ', 'actions', '=\n      - ', 'type', 'set-vars', '=\n        ', 'config', '=\n          ', 'vars'],
  ["=\n            - team: '${", 'getReqHeader', '=("x-team")}\''],
  ['=\n  - ', 'actions'],
  ['=\n      - ', 'type', 'custom-response', '=\n        ', 'config', '=\n          ', 'status_code', '=200'],
  ['=\n          ', 'body', '="team ${', 'vars', '=.', 'team', '=}"\n'],
].flat();

const endpoint = `kind: endpoint
name: shop
spec:
  type: cloud
  url: https://policy.$(domain)
  bindings: [public]
`;

const forms = {
  'a mapping in the resource': {
    file: 'resources/new.yaml',
    start: `${endpoint}  traffic_policy:\n    `,
    indent: '    ',
  },
  'a file that the resource includes': { file: 'policies/new.yaml', start: '', indent: '' },
};

test.each(Object.entries(forms))('a policy of five rules: %s', async (_name, { file, start, indent }) => {
  const files =
    file === 'resources/new.yaml'
      ? { [file]: start }
      : { 'resources/new.yaml': `${endpoint}  traffic_policy: $(file:${file})\n`, [file]: start };
  const staged = stage(files);
  const uri = staged.uriOf(file);
  let text = start;
  let version = 1;
  client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version, text } });
  const change = (next: string): void => {
    text = next;
    version++;
    client.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] });
  };
  try {
    for (const word of written) {
      if (word.startsWith('=')) {
        change(text + word.slice(1).replaceAll('\n', `\n${indent}`));
        continue;
      }
      const answer = await client.request('textDocument/completion', {
        textDocument: { uri },
        position: positionAt(text, text.length),
      });
      const items = (Array.isArray(answer) ? answer : (answer as { items: Message[] } | null)?.items) ?? [];
      const item = (items as Message[]).find(({ label }) => label === word);
      expect(item, `\`${word}\` after\n${text}`).toBeDefined();
      change(edited(text, [item?.['textEdit'] as TextEdit]));
      // As an editor closes it, or as the author goes on.
      if (text.endsWith('(')) change(text.slice(0, -1));
    }
    expect(text.match(/^ *- (?:name|expressions|actions):/gm)).toHaveLength(5);
    staged.write(file, text);
    const [program = '', ...args] = command;
    const lint = [...args, 'lint', 'resources/new.yaml'];
    const { status, stdout, stderr } = spawnSync(program, lint, { cwd: staged.root, encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'no problems in 1 file\n', stderr: '' });
  } finally {
    client.notify('textDocument/didClose', { textDocument: { uri } });
    staged.remove();
  }
});
