/**
 * Hosts, as URLs, hostports and route selectors name them: `shop.example.com`, `*.example.com` for all names below, an
 * IP address, an IPv6 address in brackets.
 */

const label = '[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?';

const hostForm = new RegExp(String.raw`^(?:\*\.)?${label}(?:\.${label})*\.?$`);

export function isHost(host: string): boolean {
  return hostForm.test(host) || (/^\[[\dA-Fa-f:.]+\]$/.test(host) && URL.canParse(`http://${host}`));
}

/** Whether the text may be meant as a host name. */
export function isHostLike(text: string): boolean {
  // Not a constant: compiling it takes V8 a quarter of a millisecond at each start.
  return /^[\p{L}\p{N}.:_-]+$/u.test(text);
}

/**
 * Lower case, in ASCII, without a port and a final dot, so that all spellings of a host are equal. A string that cannot
 * be a host is returned unchanged, and no string becomes empty: an empty host means all hosts.
 */
export function normalHost(host: string): string {
  if (isNormalHost(host)) return host;
  if (host.startsWith('[')) return host.toLowerCase();
  if (host.startsWith('*.') && !host.startsWith('*.*.')) return `*.${normalHost(host.slice(2))}`;
  if (!isHostLike(host)) return host;
  const name = host.replace(/:\d*$/, '').replace(/\.$/, '');
  if (name === '') return host;
  try {
    const { hostname } = new URL(`http://${name}`);
    // `URL` reads `1.2` and `0x7f.1` as IP addresses; in a selector they are literal.
    return /^\d+(?:\.\d+){3}$/.test(hostname) ? name.toLowerCase() : hostname;
  } catch {
    return name.toLowerCase();
  }
}

/** Whether a normal host has a name inside the account only, which no request from outside reaches. */
export function isInternalHost(host: string): boolean {
  return host.endsWith('.internal');
}

/** Fast path: matches most hosts that are already normal. A label that begins with `xn--` may be decoded. */
function isNormalHost(host: string): boolean {
  return /^[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)*$/.test(host) && !host.includes('xn--');
}

/**
 * Whether a normal host is, or is below, another one: `*.example.com` covers all names below `example.com` and no other
 * name that ends like it.
 */
export function hostCovers(outer: string, inner: string): boolean {
  return outer === inner || (outer.startsWith('*.') && inner.endsWith(outer.slice(1)));
}
