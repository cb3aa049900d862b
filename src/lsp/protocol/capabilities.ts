import type { InitializeResult } from 'vscode-languageserver';
import { fixAllKind } from '../code-actions.ts';

/** The server's capabilities. `change: 2` is the protocol's number for incremental text changes. */
export function capabilities(version: string): InitializeResult {
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
