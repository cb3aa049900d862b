import { ipRange, type IpRange } from '../../../domain/ip-ranges.ts';

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

function addressText({ version, first }: IpRange): string {
  if (version === 4) return [24n, 16n, 8n, 0n].map((shift) => (first >> shift) & 255n).join('.');
  const groups = Array.from({ length: 8 }, (_, at) => (first >> BigInt(112 - 16 * at)) & 0xffffn);
  // The URL parser writes the shortest form.
  return new URL(`http://[${groups.map((group) => group.toString(16)).join(':')}]`).hostname.slice(1, -1);
}
