/** Well-known networks whose prefix length does not follow from their trailing zeros (RFC 1918, 4193, 4291, 6598). */
const known: Readonly<Record<string, number>> = {
  '100.64.0.0': 10,
  '172.16.0.0': 12,
  'fc00::': 7,
  'fd00::': 8,
  'fe80::': 10,
  'ff00::': 8,
};

/**
 * The prefix length of the network that starts at a valid address, from its trailing zero bytes or groups: 8 for
 * `10.0.0.0`, 32 for `2001:db8::`. Undefined for a host address.
 */
export function networkLength(address: string): number | undefined {
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
