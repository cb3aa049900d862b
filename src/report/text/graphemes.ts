/** Made for the first text that needs it: making it takes longer than all of a small run. */
let segmenter: Intl.Segmenter | undefined;

/** What a reader takes for one character each: an emoji of several parts, a letter with its marks. */
export function* graphemesOf(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(text)) yield segment;
}
