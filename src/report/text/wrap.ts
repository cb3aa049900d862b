import { eastAsianWidth } from 'get-east-asian-width';
import { graphemesOf } from './graphemes.ts';

/** How many columns a terminal needs for a text on one line. */
export function widthOf(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? text.length : graphemesWidth(text);
}

/**
 * An emoji of any number of parts is as wide as its picture; a letter is as wide as its parts, of which marks and the
 * later parts of a Hangul syllable take no room.
 */
function graphemesWidth(text: string): number {
  let width = 0;
  for (const segment of graphemesOf(text)) {
    // A pair of these is a flag; U+FE0F asks for the picture.
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

/** A command in backticks is one word: what is to be pasted must not fall apart. */
const words = /[^\s`]*`edgewright [^`]*`\S*|\S+/g;

/** Breaks a sentence between words so that no line is wider than `columns`; a longer word is alone. */
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
