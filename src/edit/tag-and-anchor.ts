/**
 * The start of a value or key with the tag and the anchor before it (`!!str &name value`), which are no part of its
 * range. They must be on its line; a collection in block style has its own on the line of its key.
 */
export function tagAndAnchorStart(text: string, start: number): number {
  let at = start;
  for (;;) {
    let end = at;
    while (isBlank(text[end - 1])) end--;
    if (end === at) return at;
    let word = end;
    while (word > 0 && !isBoundary(text[word - 1])) word--;
    if (text[word] !== '!' && text[word] !== '&') return at;
    at = word;
  }
}

function isBlank(letter: string | undefined): boolean {
  return letter === ' ' || letter === '\t';
}

function isBoundary(letter: string | undefined): boolean {
  return isBlank(letter) || letter === '\n' || letter === '[' || letter === '{' || letter === ',';
}
