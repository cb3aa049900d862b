/* Normalizes route selectors, for lint and for matching requests. */
/** The selector in normalized form, equal for all its spellings. */
export function normalMatch(match: string): string {
  const { host, path } = splitMatch(match);
  return (host === '' ? '' : normalHost(host)) + normalPath(path);
}

/** The host (empty for a selector that is a path) and the path (empty for one that is a host). */
export function splitMatch(match: string): { readonly host: string; readonly path: string } {
  const slash = match.indexOf('/');
  return slash === -1 ? { host: match, path: '' } : { host: match.slice(0, slash), path: match.slice(slash) };
}

/** Whether the text may be meant as a host. */
export function isHostLike(text: string): boolean {
  // Not a constant: compiling it takes V8 a quarter of a millisecond at each start.
  return /^[\p{L}\p{N}.:_-]+$/u.test(text);
}

/** Lower case, in ASCII, without a port and a final dot. A string that cannot be a host is returned unchanged. */
export function normalHost(host: string): string {
  if (isNormalHost(host) || !isHostLike(host)) return host;
  const name = host.replace(/:\d*$/, '').replace(/\.$/, '');
  try {
    const { hostname } = new URL(`http://${name}`);
    // `URL` reads `1.2` and `0x7f.1` as IP addresses; in a selector they are literal.
    return /^\d+(?:\.\d+){3}$/.test(hostname) ? name.toLowerCase() : hostname;
  } catch {
    return name.toLowerCase();
  }
}

/** Fast path: matches most hosts that are already normal. A label that begins with `xn--` may be decoded. */
function isNormalHost(host: string): boolean {
  return /^[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)*$/.test(host) && !host.includes('xn--');
}

/** Normalizes by RFC 3986 6.2.2: no dot segments, no empty segments, escapes only if needed and in capitals. */
export function normalPath(path: string): string {
  if (isPlain.test(path) && !path.includes('//') && !path.includes('/.')) return path;
  if (normalForm.test(path)) return path;
  const escaped = path
    .replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => plainOrCapital(hex))
    .replaceAll(/%(?![0-9A-F]{2})/g, '%25')
    .replaceAll(/[^!-~]+/g, percentEncoded);
  const segments: string[] = [];
  const parts = escaped.split('/');
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const isEmpty = part === '' || part === '.' || part === '..';
    if (part === '..' && segments.length > 1) segments.pop();
    if (!isEmpty || index === 0) segments.push(part);
    else if (isLast) segments.push('');
  }
  return segments.join('/');
}

/** Fast path: matches most paths that are already normal. */
const normalForm = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*\/?$/;
/** Unlike `encodeURIComponent`, accepts any string: half a surrogate pair becomes a replacement character. */
function percentEncoded(run: string): string {
  return Array.from(Buffer.from(run), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(
    '',
  );
}

const isPlain = /^[A-Za-z0-9/._~-]*$/;
const unreserved = /[A-Za-z0-9._~-]/;

function plainOrCapital(hex: string): string {
  const character = String.fromCharCode(Number.parseInt(hex, 16));
  return unreserved.test(character) ? character : `%${hex.toUpperCase()}`;
}
