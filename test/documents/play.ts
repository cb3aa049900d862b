/** Workspaces in a folder, with the commands and the language server in this process. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { createProtocolConnection } from 'vscode-languageserver/node';
import { main } from '../../src/main.ts';
import type { Io } from '../../src/model/io.ts';
import { secretNames } from './complete.ts';

export interface Ran {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Stage {
  readonly write: (file: string, text: string) => void;
  readonly read: (file: string) => string;
  readonly uriOf: (file: string) => string;
  readonly run: (command: string) => Promise<Ran>;
  readonly remove: () => void;
}

export function openStage(files: Readonly<Record<string, string>>): Stage {
  const root = mkdtempSync(path.join(tmpdir(), 'edgewright-documents-'));
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  for (const [file, text] of Object.entries(files)) write(file, text);
  return {
    write,
    read: (file) => readFileSync(path.join(root, file), 'utf8'),
    uriOf: (file) => pathToFileURL(path.join(root, file)).href,
    run: async (command) => {
      const said = { stdout: '', stderr: '' };
      const hear = {
        stdout: (text: string) => void (said.stdout += text),
        stderr: (text: string) => void (said.stderr += text),
      };
      return { exit: await main(command.split(' '), { ...ioIn(root), ...hear }), ...said };
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

const secrets = secretNames.map((name) => [
  `EDGEWRIGHT_SECRET_${name}`,
  name === 'CHAT_WEBHOOK' ? 'https://chat.example.com/hooks/1' : `the-secret-${name}`,
]);

function ioIn(root: string): Io {
  const now = new Date('2026-06-01T12:00:00Z');
  return {
    stdout: () => undefined,
    stderr: () => undefined,
    stdin: () => Promise.resolve(''),
    env: { HOME: root, ...Object.fromEntries(secrets) },
    cwd: root,
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    columns: 80,
    clock: { now: () => now, sleep: () => Promise.resolve() },
    signal: new AbortController().signal,
  };
}

interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Editor {
  /** Opens a text, asks what an editor asks at a position, and closes it again. */
  readonly look: (uri: string, text: string, at: Position) => Promise<void>;
  /** What the server said of its own failures. */
  readonly failures: readonly string[];
  readonly close: () => Promise<number>;
}

/** The language server as `edgewright lsp` serves it, and a client that speaks to it. */
export async function openEditor(): Promise<Editor> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const failures: string[] = [];
  const io = {
    ...ioIn(tmpdir()),
    stderr: (text: string) => void failures.push(text),
    openChannel: () => ({ input, output, close: () => undefined, isRunning: () => true }),
  };
  const ended = main(['lsp', '--stdio'], io);
  const client = createProtocolConnection(output, input);
  client.onNotification('window/logMessage', ({ message }: { readonly message: string }) => {
    failures.push(message);
  });
  client.listen();
  await client.sendRequest('initialize', { processId: null, rootUri: null, capabilities: {} });
  await client.sendNotification('initialized', {});
  return {
    failures,
    look: async (uri, text, position) => {
      const textDocument = { uri };
      const range = { start: position, end: position };
      const asked = {
        'textDocument/hover': { textDocument, position },
        'textDocument/completion': { textDocument, position },
        'textDocument/codeAction': { textDocument, range, context: { diagnostics: [] } },
        'textDocument/documentSymbol': { textDocument },
        'textDocument/formatting': { textDocument, options: { tabSize: 2, insertSpaces: true } },
      };
      await client.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId: 'yaml', version: 1, text },
      });
      for (const [method, params] of Object.entries(asked))
        await client.sendRequest(method, params).catch((error: unknown) => {
          failures.push(`${method}: ${String(error)}`);
        });
      await client.sendNotification('textDocument/didClose', { textDocument });
    },
    close: async () => {
      await client.sendRequest('shutdown');
      await client.sendNotification('exit');
      const exit = await ended;
      client.dispose();
      return exit;
    },
  };
}
