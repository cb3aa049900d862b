/** The `host:port` of a TLS edge. Either part is undefined if it is missing or malformed. */
export interface Hostport {
  readonly host: string | undefined;
  readonly port: string | undefined;
}

const label = '[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?';
const hostForm = new RegExp(String.raw`^(?:\*\.)?${label}(?:\.${label})*\.?$`);

/** Whether a string is a host name, a wildcard host name (`*.example.com`) or an IP address; IPv6 needs brackets. */
export function isHost(host: string): boolean {
  return hostForm.test(host) || (/^\[[\dA-Fa-f:.]+\]$/.test(host) && URL.canParse(`http://${host}`));
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
