/*
 * While a big workspace is read for the first time, requests about an open file are answered with what that file, the
 * settings and the environments say; a name that another file declares waits.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine } from '../../src/commands/lsp/lsp-engine.ts';
import { builtCommand } from './built-server.ts';
import { startClient } from './client.ts';
import { ioOf } from './io.ts';
import { positionAt, stage, type Stage } from './stage.ts';

let command: readonly string[];
let remove: () => void;

beforeAll(async () => {
  const built = await builtCommand();
  command = [...built.command, 'lsp'];
  remove = built.remove;
});
afterAll(() => remove());

const many = 600;
const file = 'resources/shop.yaml';
const labels = (items: unknown): readonly string[] =>
  (items as readonly { readonly label: string }[]).map(({ label }) => label);

function bigStage(): Stage {
  const staged = stage();
  for (let index = 0; index < many; index++)
    staged.write(
      `resources/many/r${index}.yaml`,
      `kind: endpoint\nname: r${index}\nspec: { url: https://r${index}.example.com, description: a }\n`,
    );
  return staged;
}

test('the first requests do not wait for the other files of a big workspace', async () => {
  const staged = bigStage();
  const text = staged.textOf(file);
  const uri = staged.uriOf(file);
  const at = (word: string, before = 0): object => ({
    textDocument: { uri },
    position: positionAt(text, text.indexOf(word) + word.length - before),
  });
  // All of it is in the pipe before the server begins.
  const client = startClient(command, { cwd: staged.root });
  const answered: string[] = [];
  const ask = async (name: string, method: string, params: object): Promise<unknown> => {
    const answer = await client.request(`textDocument/${method}`, params);
    answered.push(name);
    return answer;
  };
  const rootUri = staged.uriOf('');
  const ready = client.request('initialize', { processId: null, rootUri, capabilities: {} });
  client.notify('initialized', {});
  client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text } });
  const preset = ask('preset', 'hover', at('[login', 2));
  const presets = ask('presets', 'completion', at('[log'));
  const ids = ask('ids', 'completion', at('edge_id: https-'));
  const id = ask('id', 'hover', at('backend/shop', 2));
  const field = ask('field', 'hover', at('match_type', 2));
  const declared = ask('declared', 'definition', at('https-edge/main', 2));
  await ready;
  expect(await presets).toEqual({ isIncomplete: true, items: [] });
  const { isIncomplete, items } = (await ids) as { isIncomplete: boolean; items: unknown };
  expect(isIncomplete).toBe(true);
  expect(labels(items)).toEqual(['https-edge/main']);
  expect(JSON.stringify(await id)).toContain('bkdhr_Prod');
  expect(JSON.stringify(await field)).toContain('https-route.match_type');
  expect(await declared).toHaveLength(2);
  expect(JSON.stringify(await preset)).toContain('Declared in resources/presets.yaml');
  expect(answered).toEqual(['presets', 'ids', 'id', 'field', 'declared', 'preset']);
  expect(labels(await ask('presets', 'completion', at('[log')))).toEqual(['login']);
  await client.stop();
  staged.remove();
});

test('a file that is opened during the first check is known before the next one', async () => {
  const staged = bigStage();
  const { root } = staged;
  const engine = createEngine(ioOf(root).io);
  const overlay = new Map([[file, staged.textOf(file)]]);
  let asked = 0;
  // The file is opened after the third turn.
  expect(await engine.analyse(root, new Map(), () => asked++ < 3)).toBeUndefined();
  const opened = engine.openFilesAlone(root, file, overlay);
  expect(opened?.workspace.resources.map(({ address }) => address)).toContain('https-route/shop');
  expect(await engine.analyse(root, overlay, () => true)).toHaveProperty('workspace');
  expect(engine.openFilesAlone(root, file, overlay)).toBeUndefined();
  staged.remove();
});
