/** Maximum number of characters in a message. */
export const longestMessage = 100;

/**
 * The first sentence that is short enough for a message, or else the last one. For messages that name an address: an
 * address is never cut, since readers search the files for it, so the words around it get shorter instead.
 */
export function fitting(...sentences: readonly [string, ...string[]]): string {
  return sentences.find(({ length }) => length <= longestMessage) ?? sentences.at(-1) ?? '';
}

/** Quotes text from a file in a message: uncut, on one line. */
export function wholeWords(words: string): string {
  return `\`${words.replaceAll(/\s+/g, ' ').replaceAll('`', "'")}\``;
}
