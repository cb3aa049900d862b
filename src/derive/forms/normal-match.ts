import { normalHost } from './host-name.ts';

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
