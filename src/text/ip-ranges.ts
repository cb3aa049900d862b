/** Addresses as numbers, to compare networks: `10.0.0.0/8` contains `10.1.2.3`, and so do its two halves together. */
export interface IpRange {
  readonly version: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
}

/**
 * The range of `10.0.0.0/8`, `2001:db8::/32` or a single address; undefined for ambiguous notations, such as `/08` or a
 * byte of `010`. This is the only reader of networks: what it does not read is a mistake to `lint` and matches no
 * address.
 */
export function ipRange(text: string): IpRange | undefined {
  const [, address = '', , prefix] = /^([0-9a-f.:]+)(\/(0|[1-9]\d{0,2}))?$/i.exec(text) ?? [];
  const parsed = address.includes(':') ? ipv6(address) : ipv4(address);
  if (parsed === undefined) return undefined;
  const bits = address.includes(':') ? 128 : 32;
  const length = prefix === undefined ? bits : Number(prefix);
  if (length > bits) return undefined;
  const host = (1n << BigInt(bits - length)) - 1n;
  const first = parsed & ~host;
  return { version: bits === 32 ? 4 : 6, first, last: first | host };
}

/** Whether all addresses of `inner` are in `outer`. */
export function isWithin(inner: readonly IpRange[], outer: readonly IpRange[]): boolean {
  return ([4, 6] as const).every((version) => {
    const [some, all] = [inner, outer].map((ranges) =>
      ranges.filter((range) => range.version === version).sort((a, b) => (a.first < b.first ? -1 : 1)),
    );
    return some === undefined || all === undefined || isWithinSorted(some, all);
  });
}

/** Whether an address is in a range; false if one of the two cannot be read. */
export function isInRange(ip: string, range: string): boolean {
  const [inner, all] = [ipRange(ip), ipRange(range)];
  return inner !== undefined && all !== undefined && isWithin([inner], [all]);
}

/** The addresses that two lists of ranges have in common. */
export function commonRanges(some: readonly IpRange[], others: readonly IpRange[]): readonly IpRange[] {
  return some.flatMap((mine) =>
    others.flatMap((other) => {
      const first = mine.first > other.first ? mine.first : other.first;
      const last = mine.last < other.last ? mine.last : other.last;
      return mine.version === other.version && first <= last ? [{ version: mine.version, first, last }] : [];
    }),
  );
}

/** The addresses of some ranges that are in none of the others. */
export function rangesWithout(some: readonly IpRange[], others: readonly IpRange[]): readonly IpRange[] {
  return others.reduce<readonly IpRange[]>(
    (rest, other) => rest.flatMap((part) => rangeWithout(part, other)),
    some,
  );
}

function rangeWithout(whole: IpRange, { version, first, last }: IpRange): readonly IpRange[] {
  if (whole.version !== version || whole.last < first || last < whole.first) return [whole];
  return [
    ...(whole.first < first ? [{ version, first: whole.first, last: first - 1n }] : []),
    ...(last < whole.last ? [{ version, first: last + 1n, last: whole.last }] : []),
  ];
}

function isWithinSorted(inner: readonly IpRange[], outer: readonly IpRange[]): boolean {
  let at = 0;
  // The addresses from `first` up to `next`, without it, are in the outer ranges before `at`.
  let [first, next] = [0n, 0n];
  return inner.every((range) => {
    for (
      let candidate = outer[at];
      candidate !== undefined && candidate.first <= range.first;
      candidate = outer[++at]
    )
      extend(candidate);
    for (
      let candidate = outer[at];
      candidate !== undefined && candidate.first <= next;
      candidate = outer[++at]
    )
      extend(candidate);
    return first <= range.first && range.last < next;
  });

  function extend(touching: IpRange): void {
    if (touching.first > next) [first, next] = [touching.first, touching.last + 1n];
    else if (touching.last >= next) next = touching.last + 1n;
  }
}

function ipv4(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256))
    return undefined;
  return parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
}

function ipv6(text: string): bigint | undefined {
  const [head = '', tail, ...more] = inGroups(text).split('::');
  if (more.length > 0) return undefined;
  const groups = (part: string): readonly string[] => (part === '' ? [] : part.split(':'));
  const [left, right] = [groups(head), groups(tail ?? '')];
  const missing = 8 - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const all = [...left, ...Array.from({ length: Math.max(missing, 0) }, () => '0'), ...right];
  if (!all.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return all.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}

/** An IPv6 address that ends like an IPv4 address, as in `::ffff:192.0.2.1`, with two groups in its place. */
function inGroups(address: string): string {
  const [, before, end = ''] = /^(.*:)([\d.]+\.[\d.]+)$/.exec(address) ?? [];
  const last = ipv4(end);
  if (before === undefined || last === undefined) return address;
  return `${before}${(last >> 16n).toString(16)}:${(last & 0xffffn).toString(16)}`;
}

/** The first address of a range, as RFC 5952 writes it. */
export function addressText({ version, first }: Pick<IpRange, 'version' | 'first'>): string {
  if (version === 4) return [24n, 16n, 8n, 0n].map((shift) => (first >> shift) & 255n).join('.');
  const groups = Array.from({ length: 8 }, (_, at) => (first >> BigInt(112 - 16 * at)) & 0xffffn);
  // The URL parser writes the shortest form.
  return new URL(`http://[${groups.map((group) => group.toString(16)).join(':')}]`).hostname.slice(1, -1);
}

const firstMapped = 0xffff_0000_0000n;

/** Whether a range is one of IPv4 addresses in the form of IPv6, such as `::ffff:192.0.2.1`. */
export function isMapped({ version, first, last }: IpRange): boolean {
  return version === 6 && first >= firstMapped && last < firstMapped + (1n << 32n);
}
