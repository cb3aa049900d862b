import { isHost } from '../../../derive/forms/host.ts';

/** The `host:port` of a TLS edge. Either part is undefined if it is missing or malformed. */
export interface Hostport {
  readonly host: string | undefined;
  readonly port: string | undefined;
}

export function parseHostport(text: string): Hostport {
  const colon = text.lastIndexOf(':');
  const host = colon === -1 ? text : text.slice(0, colon);
  const port = colon === -1 ? undefined : text.slice(colon + 1);
  return {
    host: isHost(host) ? host : undefined,
    port: port !== undefined && /^\d+$/.test(port) ? port : undefined,
  };
}
