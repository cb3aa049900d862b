import type { ProtocolConnection } from 'vscode-languageserver/node';

/** Sends a notification. Errors of a closed connection are ignored; the server detects the end of the client itself. */
export function notify(connection: ProtocolConnection, method: string, params: object): void {
  try {
    connection.sendNotification(method, params).catch(() => undefined);
  } catch {
    // The connection was closed meanwhile.
  }
}
