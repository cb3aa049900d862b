import { eastAsianWidth } from 'get-east-asian-width';

/** How many columns a terminal needs for a text on one line. */
export function widthOf(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? text.length : graphemesWidth(text);
}

/** What a reader sees as one character is as wide as the first of its code points; a mark alone takes no room. */
function graphemesWidth(text: string): number {
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const isMark = /^[\p{Mark}\p{Control}\p{Format}]/u.test(segment);
    // U+FE0F asks for the picture, which is wide.
    if (!isMark) width += segment.includes('\ufe0f') ? 2 : eastAsianWidth(segment.codePointAt(0) ?? 0);
  }
  return width;
}

/** Breaks a sentence between words so that no line is wider than `columns`; a longer word stands alone. */
export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > columns) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  lines.push(line);
  return lines;
}
