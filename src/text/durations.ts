const units: Readonly<Record<string, bigint>> = {
  h: 3_600_000_000_000n,
  m: 60_000_000_000n,
  s: 1_000_000_000n,
  ms: 1_000_000n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ns: 1n,
};

/** The nanoseconds of a duration as Go writes it, such as `1h30m`; undefined for any other text. */
export function nanosecondsOf(text: string): bigint | undefined {
  if (text === '0') return 0n;
  const isDuration = /^(?:(?:\d+\.?\d*|\.\d+)(?:h|ms|m|s|us|\u00b5s|\u03bcs|ns))+$/.test(text);
  if (!isDuration || text.length >= 100) return undefined;
  let nanos = 0n;
  for (const [, whole = '', part = '', unit = ''] of text.matchAll(
    /(\d*)\.?(\d*)(h|ms|m|s|us|\u00b5s|\u03bcs|ns)/g,
  )) {
    const size = units[unit] ?? 0n;
    nanos += BigInt(whole || '0') * size + (BigInt(part || '0') * size) / 10n ** BigInt(part.length);
  }
  return nanos;
}

/** The same in seconds. */
export function secondsOf(value: unknown): number | undefined {
  const nanos = typeof value === 'string' ? nanosecondsOf(value) : undefined;
  return nanos === undefined ? undefined : Number(nanos) / 1e9;
}
