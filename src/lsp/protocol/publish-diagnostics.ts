import { addTo } from '../../text/items-by.ts';
import { cleaned, type Clean } from '../cleaned.ts';
import type { Analysis, Unreadable } from '../engine.ts';
import type { Diagnostic, Severity } from '../../model/diagnostic.ts';
import { inert, inertLine } from '../../report/text/inert.ts';
import type { Diagnostic as ClientDiagnostic } from 'vscode-languageserver';
import type { ProtocolConnection } from 'vscode-languageserver/node';
import { clientRange } from './client-range.ts';

const severities: Readonly<Record<Severity, 1 | 2 | 3>> = { error: 1, warn: 2, info: 3 };

/** DiagnosticTag.Unnecessary: editors show the range faded. */
const unnecessary = 1;

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

/** Converts a finding to the protocol's form; `uriOf` gives the URI of a workspace file. */
export function clientDiagnostic(diagnostic: Diagnostic, uriOf: (path: string) => string): ClientDiagnostic {
  const { rule, severity, place, related } = diagnostic;
  return {
    range: clientRange(place),
    severity: severities[severity],
    code: rule,
    source: 'edgewright',
    message: wordsOf(diagnostic),
    ...(/(?:^|-)unused-/.test(rule) ? { tags: [unnecessary] } : {}),
    ...(related.length === 0
      ? {}
      : {
          relatedInformation: related.map((relatedPlace) => ({
            location: { uri: uriOf(relatedPlace.place.source.path), range: clientRange(relatedPlace.place) },
            message: inertLine(relatedPlace.label),
          })),
        }),
  };
}

/** The message comes first, because many editors show only one line. */
function wordsOf({ message, help, why, environments }: Diagnostic): string {
  const where = environments.length === 0 ? '' : ` (in ${environments.join(', ')})`;
  const lines = [`${inertLine(message)}${inertLine(where)}`];
  if (help !== undefined) lines.push(`help: ${inert(help)}`);
  if (why !== undefined) lines.push(`why: ${inert(why)}`);
  return lines.join('\n');
}
