import type { ProtocolConnection } from 'vscode-languageserver/node';

/** Tells the client something. One that is gone is noticed elsewhere; the library throws then, at once or later. */
export function notify(connection: ProtocolConnection, method: string, params: object): void {
  try {
    connection.sendNotification(method, params).catch(() => undefined);
  } catch {
    // Closed while we were at work.
  }
}
