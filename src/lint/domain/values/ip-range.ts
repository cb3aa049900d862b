import { isIP } from 'node:net';

/** Why a text is not an address or a range of addresses (RFC 4632, RFC 4291); undefined where it is one. */
export function rangeProblem(text: string): string | undefined {
  const [address = '', length, ...rest] = text.split('/');
  const family = address.includes('%') ? 0 : isIP(address);
  if (family === 0 || rest.length > 0) return 'is not an IP address or a range of them';
  if (length === undefined) return undefined;
  const most = family === 4 ? 32 : 128;
  if (/^\d{1,3}$/.test(length) && Number(length) <= most) return undefined;
  return `has a prefix length that is not from 0 to ${most}`;
}
