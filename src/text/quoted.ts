/** A user's own words in backticks: on one line, without backticks of their own, at most 40 characters. */
export function quoted(words: string): string {
  const oneLine = words.replaceAll(/\s+/g, ' ').replaceAll('`', "'");
  return `\`${clip(oneLine, 40)}\``;
}

/** Cuts a text to a number of UTF-16 units, the last of which is an ellipsis. Never splits a surrogate pair. */
export function clip(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const half = text.charCodeAt(characters - 2);
  // Never splits a surrogate pair.
  return `${text.slice(0, characters - (half >= 0xd8_00 && half <= 0xdb_ff ? 2 : 1))}…`;
}

/** A word, quoted for the shell if necessary. */
export function shellWord(word: string): string {
  // Placeholders such as `<name>` stay unquoted, since a person replaces them.
  return /^(?:[\w/=.,:@+-]+|<[a-z-]+>)$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** A name in backticks, whole; words of a user's own are `quoted`. */
export function asCode(name: string | number): string {
  return `\`${name}\``;
}

/** Names in backticks: "`a`, `b`". */
export function codeList(names: readonly (string | number)[], between = ', '): string {
  return names.map(asCode).join(between);
}

/** Names in backticks, one of which is meant: "`a`, `b` or `c`". */
export function orList(names: readonly (string | number)[]): string {
  if (names.length < 2) return codeList(names);
  return `${codeList(names.slice(0, -1))} or ${asCode(names.at(-1) ?? '')}`;
}
