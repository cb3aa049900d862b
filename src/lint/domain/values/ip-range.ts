import { isIP } from 'node:net';
import { ipRange } from '../../../domain/ip-ranges.ts';
import { networkLength } from './network-length.ts';

/** Why a string is not an IP address or a CIDR range (RFC 4632, RFC 4291); undefined if it is one. */
export function rangeProblem(text: string): { readonly what: string; readonly help: string } | undefined {
  const [address = '', length, ...rest] = text.split('/');
  // Loading `node:net` takes longer than a short run takes for all its addresses; only it knows `::ffff:192.0.2.1`.
  const family = /[%\s]/.test(address) ? 0 : (ipRange(address)?.version ?? isIP(address));
  if (family === 0 || rest.length > 0)
    return {
      what: 'is not an IP address or a CIDR range',
      help: 'write an IP address or a CIDR range, such as `10.0.0.0/8` or `2001:db8::/32`',
    };
  if (length === undefined) return undefined;
  const most = family === 4 ? 32 : 128;
  if (/^\d{1,3}$/.test(length) && Number(length) <= most) return undefined;
  const has =
    length === '' ? 'has no prefix length after the `/`' : `has the prefix length ${length}, limit ${most}`;
  return {
    what: /^-?\d*$/.test(length) ? has : 'has a prefix length that is not a number',
    help: lengthHelp(address, most),
  };
}

/** Suggests both readings, since either may be meant: the network that starts at the address, and the address alone. */
function lengthHelp(address: string, most: number): string {
  const length = networkLength(address);
  if (length === 0) return `write \`${address}/0\` for all addresses`;
  if (length !== undefined)
    return `write \`${address}/${length}\` for the network, or \`${address}/${most}\` for this address alone`;
  return `write \`${address}/${most}\` for this address alone, or a different prefix length from 0 to ${most}`;
}
