/** The first sentence of a text; the whole text where it is one. */
export function firstSentence(doc: string): string {
  return /^.*?[.](?= [A-Z]|$)/s.exec(doc)?.[0] ?? doc;
}
