/** Offset of the first line: after a byte order mark, if any. */
export function firstLine(text: string): number {
  return text.charCodeAt(0) === 0xfeff ? 1 : 0;
}

export function lineStart(text: string, offset: number): number {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  return start === 0 ? Math.min(firstLine(text), offset) : start;
}

/** End of the line of an offset, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  const end = newline === -1 ? text.length : newline;
  return text[end - 1] === '\r' && end > offset ? end - 1 : end;
}

/** Start of the next line; the end of the text for the last line. */
export function nextLine(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  return newline === -1 ? text.length : newline + 1;
}

/** The line break that the file uses. */
export function lineBreak(text: string): string {
  const first = text.indexOf('\n');
  return first > 0 && text[first - 1] === '\r' ? '\r\n' : '\n';
}

/** Whether only white space is between the start of the line and the offset. */
export function startsLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === '';
}

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
