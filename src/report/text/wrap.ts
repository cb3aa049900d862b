import { eastAsianWidth } from 'get-east-asian-width';
import { graphemesOf } from './graphemes.ts';

/** The number of terminal columns of a text on one line. */
export function widthOf(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? text.length : graphemesWidth(text);
}

/**
 * An emoji of several parts is as wide as its picture; a letter is as wide as its parts, of which marks and the later
 * parts of a Hangul syllable have no width.
 */
function graphemesWidth(text: string): number {
  let width = 0;
  for (const segment of graphemesOf(text)) {
    // Two regional indicators are a flag; U+FE0F requests the picture form.
    if (/^\p{Regional_Indicator}{2}|\ufe0f/u.test(segment)) width += 2;
    else for (const character of segment) width += characterWidth(character);
  }
  return width;
}

function characterWidth(character: string): number {
  if (/[\p{Mark}\p{Control}\p{Format}\p{Emoji_Modifier}\u1160-\u11ff\ud7b0-\ud7fb]/u.test(character))
    return 0;
  return eastAsianWidth(character.codePointAt(0) ?? 0);
}

/** A command in backticks is one word, so that it stays whole for pasting. */
const words = /[^\s`]*`edgewright [^`]*`\S*|\S+/g;

/** Wraps a sentence between words so that no line is wider than `columns`; a longer word has its own line. */
export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.match(words) ?? ['']) {
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
