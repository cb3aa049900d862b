/** A word, quoted for the shell if necessary. */
export function shellWord(word: string): string {
  // Placeholders such as `<name>` stay unquoted, since a person replaces them.
  return /^(?:[\w/=.,:@+-]+|<[a-z-]+>)$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
