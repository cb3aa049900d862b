/** Created on demand: creating it takes longer than a small run. */
let segmenter: Intl.Segmenter | undefined;

/** The segmenter takes time by the square of the length, so that it gets a long text in pieces of this length. */
const longest = 128;

/** The user-perceived characters of a text: an emoji of several parts, a letter with its marks. */
export function* graphemesOf(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter();
  for (let at = 0; at < text.length;) {
    const piece = pieceOf(text, at);
    const isLast = at + piece.length === text.length;
    let open = '';
    for (const { segment } of segmenter.segment(piece)) {
      if (open !== '') yield open;
      open = segment;
    }
    at += piece.length;
    // The last one may go on in the next piece, which then begins with it.
    if (isLast || open.length === piece.length) yield open;
    else at -= open.length;
  }
}

/** A piece that does not end within a character. */
function pieceOf(text: string, at: number): string {
  const piece = text.slice(at, at + longest);
  return /[\ud800-\udbff]$/.test(piece) && piece.length > 1 && at + piece.length < text.length
    ? piece.slice(0, -1)
    : piece;
}
