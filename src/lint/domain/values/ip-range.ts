import { addressText, ipRange } from '../../../text/ip-ranges.ts';

/** Well-known networks whose prefix length does not follow from their trailing zeros (RFC 1918, 4193, 4291, 6598). */
const known: Readonly<Record<string, number>> = {
  '100.64.0.0': 10,
  '172.16.0.0': 12,
  'fc00::': 7,
  'fd00::': 8,
  'fe80::': 10,
  'ff00::': 8,
};

/** Why a string is not an IP address or a CIDR range (RFC 4632, RFC 4291); undefined if it is one. */
export function rangeProblem(text: string): { readonly what: string; readonly help: string } | undefined {
  const [address = '', length, ...rest] = text.split('/');
  const family = ipRange(address)?.version ?? 0;
  if (family === 0 || rest.length > 0)
    return {
      what: 'is not an IP address or a CIDR range',
      help: 'write an IP address or a CIDR range, such as `10.0.0.0/8` or `2001:db8::/32`',
    };
  if (length === undefined) return undefined;
  if (ipRange(text) !== undefined) return undefined;
  const most = family === 4 ? 32 : 128;
  if (/^0\d{1,2}$/.test(length) && Number(length) <= most)
    return {
      what: `has the prefix length ${length}, with a leading zero`,
      help: `write \`${address}/${Number(length)}\``,
    };
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

/**
 * The prefix length of the network that starts at a valid address, from its trailing zero bytes or groups: 8 for
 * `10.0.0.0`, 32 for `2001:db8::`. Undefined for a host address.
 */
function networkLength(address: string): number | undefined {
  const folded = address.toLowerCase();
  if (Object.hasOwn(known, folded)) return known[folded];
  if (!folded.includes(':')) return lengthOf(folded.split('.').map(Number), 8, 4);
  // Only an address that ends in `::` can be a network; anything after `::` makes it a host address.
  if (!folded.endsWith('::')) return undefined;
  const groups = folded.slice(0, -2).split(':');
  return lengthOf(
    groups.map((group) => Number.parseInt(group || '0', 16)),
    16,
    8,
  );
}

function lengthOf(parts: readonly number[], bits: number, most: number): number | undefined {
  const used = parts.findLastIndex((part) => part !== 0) + 1;
  return used === most ? undefined : used * bits;
}

/** The two readings of a range with host bits. */
export interface Readings {
  /** `192.168.0.0/16` for `192.168.0.1/16`; IPv6 as RFC 5952 writes it. */
  readonly network: string;
  /** The address alone: `192.168.0.1/32`. */
  readonly host: string;
}

/** Both readings of a CIDR range that does not start at the address of its network; undefined if it does. */
export function networkOf(text: string): Readings | undefined {
  const [address = '', length] = text.trim().split('/');
  const [range, start] = [ipRange(text), ipRange(address)];
  if (length === undefined || range === undefined || start?.first === range.first) return undefined;
  return { network: `${addressText(range)}/${length}`, host: `${address}/${range.version === 4 ? 32 : 128}` };
}
