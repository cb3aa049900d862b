/*
 * Route selectors in the form that all their spellings share: what lint compares, and what a request is compared with.
 */
/** The selector in the one form that all its spellings share. */
export function normalMatch(match: string): string {
  const { host, path } = splitMatch(match);
  return (host === '' ? '' : normalHost(host)) + normalPath(path);
}

/** The host (empty for a selector that is a path) and the path (empty for one that is a host). */
export function splitMatch(match: string): { readonly host: string; readonly path: string } {
  const slash = match.indexOf('/');
  return slash === -1 ? { host: match, path: '' } : { host: match.slice(0, slash), path: match.slice(slash) };
}

/** What may be meant as a host. */
export function isHostLike(text: string): boolean {
  // Not a constant: V8 takes a quarter of a millisecond to make it, at every start.
  return /^[\p{L}\p{N}.:_-]+$/u.test(text);
}

/** Lower case, in ASCII, without a port and a final dot. What cannot be a host stays as it is. */
export function normalHost(host: string): string {
  if (!isHostLike(host)) return host;
  const name = host.replace(/:\d*$/, '').replace(/\.$/, '');
  try {
    const { hostname } = new URL(`http://${name}`);
    // `URL` reads `1.2` and `0x7f.1` as addresses; who writes them in a selector means the letters.
    return /^\d+(?:\.\d+){3}$/.test(hostname) ? name.toLowerCase() : hostname;
  } catch {
    return name.toLowerCase();
  }
}

/** RFC 3986 6.2.2: no dot segments, no empty ones, escapes only where needed and in capitals. */
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

/** A path that is surely normal: most are. */
const normalForm = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*\/?$/;
/** Unlike `encodeURIComponent`, of any text: half a surrogate pair is written as a replacement character. */
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
