/** What a cache file says, without a look at its checksum. */
export function storedIn(text: string): {
  readonly files: Readonly<Record<string, unknown>>;
  readonly passes: unknown;
} {
  return JSON.parse(text.slice(text.indexOf('\n') + 1) || '{"files":{}}') as ReturnType<typeof storedIn>;
}
