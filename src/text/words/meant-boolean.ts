/** `true` or `false` where a word of YAML 1.1, in any case, or a string was written for it. */
export function meantBoolean(written: unknown): boolean | undefined {
  if (typeof written !== 'string') return undefined;
  const word = written.toLowerCase();
  if (['yes', 'on', 'true', 'y'].includes(word)) return true;
  return ['no', 'off', 'false', 'n'].includes(word) ? false : undefined;
}
