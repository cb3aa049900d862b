import { addTo } from '../../text/lists/group-by.ts';
import { cleaned, type Clean } from '../cleaned.ts';
import type { Analysis, Unreadable } from '../engine.ts';
import { inertLine } from '../../report/text/inert.ts';
import type { Diagnostic as ClientDiagnostic } from 'vscode-languageserver';
import type { ProtocolConnection } from 'vscode-languageserver/node';
import { clientDiagnostic } from './client-diagnostic.ts';

export interface Publisher {
  readonly publish: (found: Analysis | Unreadable) => void;
}

/** Sends the findings of every file in a workspace, open or not. Unchanged findings of a file are not sent again. */
export function createPublisher(
  connection: ProtocolConnection,
  {
    uriOf,
    versionOf,
    clean,
  }: {
    readonly uriOf: (path: string) => string;
    readonly versionOf: (path: string) => number | null;
    readonly clean: Clean;
  },
): Publisher {
  const sent = new Map<string, string>();
  return {
    publish: (found) => {
      const byUri = new Map<string, { version: number | null; diagnostics: ClientDiagnostic[] }>();
      for (const [path, diagnostics] of grouped(found, uriOf))
        byUri.set(uriOf(path), {
          version: versionOf(path),
          diagnostics: cleaned(diagnostics, clean) as ClientDiagnostic[],
        });
      for (const uri of sent.keys()) if (!byUri.has(uri)) byUri.set(uri, { version: null, diagnostics: [] });
      for (const [uri, { version, diagnostics }] of byUri) {
        const content = JSON.stringify(diagnostics);
        if (sent.get(uri) === content) continue;
        if (diagnostics.length === 0) sent.delete(uri);
        else sent.set(uri, content);
        const params = { uri, ...(version === null ? {} : { version }), diagnostics };
        notify(connection, 'textDocument/publishDiagnostics', params);
      }
    },
  };
}

function grouped(
  found: Analysis | Unreadable,
  uriOf: (path: string) => string,
): ReadonlyMap<string, ClientDiagnostic[]> {
  if (!('workspace' in found)) return new Map([['edgewright.yaml', [unreadable(found)]]]);
  const byPath = new Map<string, ClientDiagnostic[]>();
  for (const diagnostic of found.result.diagnostics)
    addTo(byPath, diagnostic.place.source.path, clientDiagnostic(diagnostic, uriOf));
  return byPath;
}

function unreadable({ message, help }: Unreadable): ClientDiagnostic {
  const start = { line: 0, character: 0 };
  return {
    range: { start, end: start },
    severity: 1,
    source: 'edgewright',
    message: [message, ...(help === undefined ? [] : [`help: ${help}`])].map(inertLine).join('\n'),
  };
}

/** Sends a notification. Errors of a closed connection are ignored; the server detects the end of the client itself. */
export function notify(connection: ProtocolConnection, method: string, params: object): void {
  try {
    connection.sendNotification(method, params).catch(() => undefined);
  } catch {
    // The connection was closed meanwhile.
  }
}
