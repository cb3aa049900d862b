const unit: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3600,
};

/** The seconds of a duration such as `1h30m`; undefined if it is not one. */
export function secondsOf(text: string): number | undefined {
  if (text === '0') return 0;
  if (!/^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|[smh]))+$/.test(text)) return undefined;
  let seconds = 0;
  for (const [, count, name = ''] of text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|[smh])/g))
    seconds += Number(count) * (unit[name] ?? Number.NaN);
  return seconds;
}

/** The probable meaning of a duration in words: `60s` of `1 minute`. */
export function durationMeant(text: string): string | undefined {
  const [, count, word = ''] = /^\s*(\d+)\s*([a-z]+)\s*$/i.exec(text) ?? [];
  const letter = /^(?:s|m|h)/i.exec(word)?.[0].toLowerCase();
  const isDay = /^d/i.test(word);
  if (count === undefined || (letter === undefined && !isDay)) return undefined;
  return isDay ? `${Number(count) * 24}h` : `${count}${letter ?? ''}`;
}
