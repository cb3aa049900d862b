import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { isUpdating } from '../golden.ts';
import { builtCommand } from './built-server.ts';
import { startClient, type LspClient } from './client.ts';
import { play, type Case } from './play-case.ts';
import { stage } from './stage.ts';

/**
 * Files, a cursor, a request, the answer: each file of cases/ has those of one request. `npm run record` writes what is
 * answered.
 */
const folder = fileURLToPath(new URL('cases/', import.meta.url));
const files = new Map(
  readdirSync(folder).map((file) => [file, parse(readFileSync(`${folder}${file}`, 'utf8')) as Case[]]),
);
const cases = [...files].flatMap(([file, list]) =>
  list.map((one): [string, Case] => [`${file.replace('.yaml', '')}: ${one.name}`, one]),
);

let client: LspClient;
let remove: () => void;

beforeAll(async () => {
  const built = await builtCommand();
  remove = built.remove;
  client = startClient([...built.command, 'lsp', '--stdio'], { cwd: folder });
  await client.request('initialize', {
    processId: process.pid,
    capabilities: {
      textDocument: {
        hover: { contentFormat: ['markdown', 'plaintext'] },
        completion: { completionItem: { documentationFormat: ['markdown'] } },
      },
      workspace: { workspaceEdit: { documentChanges: true } },
    },
  });
  client.notify('initialized', {});
});

afterAll(async () => {
  await client.stop();
  if (isUpdating)
    for (const [file, list] of files) writeFileSync(`${folder}${file}`, stringify(list, { lineWidth: 0 }));
  remove();
  expect({ stray: client.stray(), stderr: client.stderr() }).toEqual({ stray: '', stderr: '' });
});

test.each(cases)('%s', async (_name, one) => {
  const staged = stage(one.disk ?? one.files);
  try {
    const answer = await play(client, staged, one);
    if (isUpdating) Object.assign(one, { expect: answer });
    else expect(answer).toEqual(one.expect);
  } finally {
    staged.remove();
  }
});
