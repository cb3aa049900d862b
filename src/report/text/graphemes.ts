/** Created on demand: creating it takes longer than a small run. */
let segmenter: Intl.Segmenter | undefined;

/** The user-perceived characters of a text: an emoji of several parts, a letter with its marks. */
export function* graphemesOf(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(text)) yield segment;
}
