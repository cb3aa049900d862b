import type { InitializeResult } from 'vscode-languageserver';
import { fixAllKind } from '../code-actions.ts';

/** What the server can do. The numbers are the protocol's: text is sent as changes. */
export function capabilities(version: string): InitializeResult {
  return {
    capabilities: {
      positionEncoding: 'utf-16',
      textDocumentSync: { openClose: true, change: 2, save: true },
      completionProvider: { triggerCharacters: [':', ' ', '(', '/', '$', '-', '[', '{', ','] },
      hoverProvider: true,
      definitionProvider: true,
      referencesProvider: true,
      renameProvider: { prepareProvider: true },
      codeActionProvider: { codeActionKinds: ['quickfix', fixAllKind] },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    },
    serverInfo: { name: 'edgewright', version },
  };
}
