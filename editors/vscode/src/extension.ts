/**
 * Starts `edgewright lsp` of the workspace or of this machine. All that an editor sees comes from that server, so the
 * extension and the command line never disagree.
 */
import path from 'node:path';
import * as vscode from 'vscode';
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from 'vscode-languageclient/node';
import { findServer, type FoundServer } from './find-server.ts';

/** The library stops a client whose server did not start, and forgets to handle that this cannot succeed. */
class Client extends LanguageClient {
  override stop(timeout?: number): Promise<void> {
    return super.stop(timeout).catch(() => undefined);
  }
}

let client: LanguageClient | undefined;
/** Starts and stops follow each other: a second restart waits for the first. */
let turn: Promise<void> = Promise.resolve();

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel('Edgewright', { log: true });
  const status = vscode.window.createStatusBarItem('edgewright', vscode.StatusBarAlignment.Right, 0);
  status.name = 'Edgewright';
  const restart = (): Promise<void> =>
    (turn = turn.then(() => startAgain(log, status)).catch((error: unknown) => log.error(String(error))));
  context.subscriptions.push(
    log,
    status,
    vscode.commands.registerCommand('edgewright.restart', restart),
    vscode.commands.registerCommand('edgewright.showLog', () => log.show()),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('edgewright.server.path')) void restart();
    }),
  );
  await restart();
}

export async function deactivate(): Promise<void> {
  await turn;
  await stop();
}

async function startAgain(log: vscode.LogOutputChannel, status: vscode.StatusBarItem): Promise<void> {
  await stop();
  const found = findServer({
    folders: (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
    isTrusted: vscode.workspace.isTrusted,
    setting: pathSetting(),
    env: process.env,
    platform: process.platform,
  });
  if (!('program' in found)) {
    showMissing(found, log, status);
    return;
  }
  log.info(`starting ${found.program} lsp (from ${found.from})`);
  try {
    client = new Client('edgewright', 'Edgewright', serverOptions(found.program), clientOptions(log));
    await client.start();
    status.hide();
  } catch (error) {
    log.error(String(error));
    show(status, `Edgewright: the language server did not start: ${found.program} lsp`);
  }
}

async function stop(): Promise<void> {
  const old = client;
  client = undefined;
  // A server that never started cannot be stopped, and its process is gone.
  await old?.dispose().catch(() => undefined);
}

function pathSetting(): { readonly ofUser: string; readonly ofWorkspace: string } {
  const values = vscode.workspace.getConfiguration('edgewright').inspect<unknown>('server.path');
  const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
  return {
    ofUser: text(values?.globalValue),
    ofWorkspace: text(values?.workspaceFolderValue ?? values?.workspaceValue),
  };
}

/** The server starts in its own folder: Windows looks for programs, such as `node`, in the current one first. */
function serverOptions(program: string): ServerOptions {
  // Windows starts a script only through its shell.
  const isScript = /\.cmd$/i.test(program);
  const command = isScript ? `"${program}"` : program;
  const options = { cwd: path.dirname(program), shell: isScript };
  return { command, args: ['lsp', '--stdio'], options };
}

function clientOptions(log: vscode.LogOutputChannel): LanguageClientOptions {
  return {
    documentSelector: [
      { scheme: 'file', language: 'yaml' },
      { scheme: 'file', pattern: '**/*.{yaml,yml}' },
    ],
    outputChannel: log,
    diagnosticCollectionName: 'edgewright',
  };
}

function showMissing(
  { tried }: Extract<FoundServer, { readonly tried: unknown }>,
  log: vscode.LogOutputChannel,
  status: vscode.StatusBarItem,
): void {
  log.warn(`no edgewright found: tried ${tried.join(', ')}`);
  const trust = vscode.workspace.isTrusted
    ? ''
    : ' Programs of a workspace that is not trusted are not started.';
  show(status, `Edgewright: not found. Install it in the workspace, or set edgewright.server.path.${trust}`);
}

/** A status item and no dialog: a repository may have an edgewright.yaml that its reader does not care about. */
function show(status: vscode.StatusBarItem, text: string): void {
  status.text = '$(warning) Edgewright';
  status.tooltip = text;
  status.command = 'edgewright.showLog';
  status.show();
}
