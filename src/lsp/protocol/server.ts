/**
 * The language server: receives messages and sends responses. It holds the open texts, and one project per workspace.
 * The responses are computed in other files, which are independent of the protocol.
 */
import { cleaned } from '../cleaned.ts';
import { fixAllKind } from '../code-actions.ts';
import type { Engine } from '../engine.ts';
import { answers } from './answers.ts';
import { asRange, listMember, member, numberMember, textMember } from './check-params.ts';
import { clientOf, createSession, type Session } from './session.ts';
import type { InitializeResult } from 'vscode-languageserver';
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument';
import {
  ErrorCodes,
  ResponseError,
  createProtocolConnection,
  type Logger,
  type ProtocolConnection,
} from 'vscode-languageserver/node';

export interface Streams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Whether a process is running: if the client's process ends, so does the server. */
  readonly isRunning: (pid: number) => boolean;
}

/** How often to check whether the client is running, in milliseconds. */
const watch = 3000;

/** How long to read on after the client has closed its end, in milliseconds: it may have sent requests just before. */
const linger = 1000;

/**
 * Maximum wait for pending responses at exit, in milliseconds: a response that never comes must not keep the server
 * running.
 */
const exitTimeoutMs = 30_000;

/** Time for the last responses to be written, in milliseconds. */
const flushMs = 50;

/** Serves one client until it sends `exit`, closes its end or dies. `clean` if it sent `shutdown` before. */
export function serve(
  { input, output, isRunning }: Streams,
  engine: Engine,
  clientPid?: number,
): Promise<'clean' | 'cut'> {
  const connection = createProtocolConnection(input, output, silent);
  const session = createSession(engine, connection);
  return new Promise((resolve) => {
    let isShutDown = false;
    let watcher: NodeJS.Timeout | undefined;
    let lingering: NodeJS.Timeout | undefined;
    let waiting: NodeJS.Timeout | undefined;
    const answering = new Set<Promise<unknown>>();
    const end = (): void => {
      clearInterval(watcher);
      clearTimeout(lingering);
      clearTimeout(waiting);
      session.close();
      connection.dispose();
      resolve(isShutDown ? 'clean' : 'cut');
    };
    const watchClient = (pid: number | undefined): void => {
      if (pid === undefined || pid <= 0) return;
      clearInterval(watcher);
      watcher = setInterval(() => {
        if (!isRunning(pid)) end();
      }, watch);
    };
    const endWhenAnswered = (): void => {
      waiting ??= setTimeout(end, exitTimeoutMs);
      void Promise.allSettled(answering).then(() => setTimeout(end, flushMs));
    };
    const endSoon = (): void => {
      lingering ??= setTimeout(() => void manyTurns().then(endWhenAnswered), linger);
    };
    input.once('end', endSoon);
    input.once('close', endSoon);
    // The client cannot be reached any more.
    output.on('error', end);
    watchClient(clientPid);
    connection.onRequest('initialize', (params: unknown) => {
      watchClient(numberMember(params, 'processId'));
      session.begin(clientOf(params), foldersOf(params));
      return capabilities(engine.version);
    });
    connection.onRequest('shutdown', async () => {
      isShutDown = true;
      await Promise.allSettled(answering);
      session.close();
      return null;
    });
    // Earlier requests are answered first, including `shutdown`.
    connection.onNotification('exit', endWhenAnswered);
    listen(connection, session);
    answer(connection, (give) => {
      if (isShutDown) return new ResponseError(ErrorCodes.InvalidRequest, 'the server was shut down');
      const given = give(session, engine).finally(() => answering.delete(given));
      answering.add(given);
      return given;
    });
    connection.listen();
  });
}

/** Each turn handles a message that was read, and a check may have delayed them for longer than any timer. */
async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Discards log output: stdout carries the protocol, and editors show stderr as an error. */
const silent: Logger = { error: ignore, warn: ignore, info: ignore, log: ignore };

function ignore(): void {
  // Intentionally empty.
}

function foldersOf(params: unknown): readonly string[] {
  const folders = listMember(params, 'workspaceFolders').flatMap((folder) => textMember(folder, 'uri') ?? []);
  const root = textMember(params, 'rootUri');
  return folders.length > 0 || root === undefined ? folders : [root];
}

function listen(connection: ProtocolConnection, session: Session): void {
  connection.onNotification('initialized', () => session.watchFiles());
  connection.onNotification('textDocument/didOpen', (params: unknown) => {
    const uri = textMember(params, 'textDocument', 'uri');
    const text = textMember(params, 'textDocument', 'text');
    const version = numberMember(params, 'textDocument', 'version') ?? 0;
    if (uri !== undefined && text !== undefined) session.opened(uri, version, text);
  });
  connection.onNotification('textDocument/didChange', (params: unknown) => {
    const uri = textMember(params, 'textDocument', 'uri');
    const version = numberMember(params, 'textDocument', 'version') ?? 0;
    const changes = textChanges(params);
    if (uri !== undefined && changes !== undefined) session.changed(uri, version, changes);
  });
  connection.onNotification('textDocument/didClose', (params: unknown) => {
    const uri = textMember(params, 'textDocument', 'uri');
    if (uri !== undefined) session.closed(uri);
  });
  connection.onNotification('workspace/didChangeWatchedFiles', (params: unknown) => {
    session.filesChanged(listMember(params, 'changes').flatMap((change) => textMember(change, 'uri') ?? []));
  });
  // The only notification of file changes from clients without file watching.
  connection.onNotification('textDocument/didSave', (params: unknown) => {
    const uri = textMember(params, 'textDocument', 'uri');
    if (uri !== undefined) session.filesChanged([uri]);
  });
  connection.onNotification('workspace/didChangeWorkspaceFolders', (params: unknown) => {
    const added = listMember(params, 'event', 'added').flatMap((folder) => textMember(folder, 'uri') ?? []);
    session.foldersAdded(added);
  });
}

type Give = (session: Session, engine: Engine) => Promise<unknown>;

/** Registers the request handlers through `ask`, which may refuse to run them. */
function answer(connection: ProtocolConnection, ask: (give: Give) => unknown): void {
  for (const [method, find] of Object.entries(answers)) {
    connection.onRequest(method, (params: unknown) =>
      ask(async (session, engine) => {
        const result = await find(session, engine, params);
        const refusal = textMember(result, 'invalid');
        return refusal === undefined
          ? (cleaned(result, engine.clean) ?? null)
          : new ResponseError(ErrorCodes.InvalidParams, engine.clean(refusal));
      }),
    );
  }
}

/** The changes of a text. Undefined if one of them is malformed, because the others depend on it. */
function textChanges(params: unknown): readonly TextDocumentContentChangeEvent[] | undefined {
  const changes: TextDocumentContentChangeEvent[] = [];
  for (const change of listMember(params, 'contentChanges')) {
    const text = textMember(change, 'text');
    const range = asRange(member(change, 'range'));
    if (text === undefined || (range === undefined && member(change, 'range') !== undefined))
      return undefined;
    changes.push(range === undefined ? { text } : { range, text });
  }
  return changes;
}

/** The server's capabilities. `change: 2` is the protocol's number for incremental text changes. */
function capabilities(version: string): InitializeResult {
  return {
    capabilities: {
      positionEncoding: 'utf-16',
      textDocumentSync: { openClose: true, change: 2, save: true },
      completionProvider: { triggerCharacters: [':', ' ', '(', '/', '$', '-', '[', '{', ','] },
      hoverProvider: true,
      documentFormattingProvider: true,
      documentSymbolProvider: true,
      definitionProvider: true,
      referencesProvider: true,
      renameProvider: { prepareProvider: true },
      codeActionProvider: { codeActionKinds: ['quickfix', fixAllKind] },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    },
    serverInfo: { name: 'edgewright', version },
  };
}
