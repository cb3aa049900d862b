const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** The milliseconds of a duration such as `1m30s`, or of a number of seconds; undefined for other values. */
export function durationMs(value: unknown): number | undefined {
  if (typeof value === 'number') return value * 1000;
  if (typeof value !== 'string' || !/^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/.test(value)) return undefined;
  const parts = value.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g);
  return [...parts].reduce((sum, [, number, unit = '']) => sum + Number(number) * (units[unit] ?? 0), 0);
}
