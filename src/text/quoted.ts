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

export function orList(names: readonly (string | number)[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  if (quoted.length < 2) return quoted.join('');
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}
