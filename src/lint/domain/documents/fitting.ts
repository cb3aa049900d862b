/** RULES.md, "A good diagnostic", (a): what a message may take. */
export const longestMessage = 100;

/**
 * The first sentence that is short enough for a message, or the last. For what names an address: that is never cut, since
 * a reader looks for it in the files, so what is said of it gets shorter instead.
 */
export function fitting(...sentences: readonly [string, ...string[]]): string {
  return sentences.find(({ length }) => length <= longestMessage) ?? sentences.at(-1) ?? '';
}

/** The user's words in a message, whole and on one line. */
export function wholeWords(words: string): string {
  return `\`${words.replaceAll(/\s+/g, ' ').replaceAll('`', "'")}\``;
}
