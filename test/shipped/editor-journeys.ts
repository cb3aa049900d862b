/** The language server over stdio, as an editor starts it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { begin, ended, type Program } from './program.ts';

export function editorJourneys(open: () => Program): void {
  test('a file is checked while it is written, and the server ends when it is told to', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-editor-'));
    for (const name of ['environments', 'resources']) mkdirSync(path.join(folder, name));
    writeFileSync(path.join(folder, 'edgewright.yaml'), 'version: 1\n');
    writeFileSync(path.join(folder, 'environments/production.yaml'), 'vars: {}\n');
    const child = begin(open(), folder, ['lsp']);
    const end = ended(child);
    const send = (message: object): void => {
      const text = JSON.stringify({ jsonrpc: '2.0', ...message });
      child.stdin?.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    };
    const said = (words: string): Promise<void> =>
      new Promise((resolve, reject) => {
        let text = '';
        child.stdout?.on('data', (part: string) => (text += part).includes(words) && resolve());
        child.on('close', () => reject(new Error(`the server has ended: ${text}`)));
      });
    const rootUri = pathToFileURL(folder).href;
    const ready = said('"capabilities"');
    send({ id: 1, method: 'initialize', params: { processId: process.pid, rootUri, capabilities: {} } });
    await ready;
    send({ method: 'initialized', params: {} });
    const found = said('unknown-field');
    const document = {
      uri: `${rootUri}/resources/a.yaml`,
      languageId: 'yaml',
      version: 1,
      text: 'kind: endpoint\nname: a\nspec: { ulr: https://a.example.com }\n',
    };
    send({ method: 'textDocument/didOpen', params: { textDocument: document } });
    await found;
    const over = said('"id":2');
    send({ id: 2, method: 'shutdown' });
    await over;
    send({ method: 'exit' });
    expect((await end).exit).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  });
}
