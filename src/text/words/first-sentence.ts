/** The first sentence of a text, or the whole text if it has only one. */
export function firstSentence(doc: string): string {
  return /^.*?[.](?= [A-Z]|$)/s.exec(doc)?.[0] ?? doc;
}
