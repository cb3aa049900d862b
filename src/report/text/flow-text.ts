import { eastAsianWidth } from 'get-east-asian-width';
import type { Role } from './paint.ts';

/** Created on demand: creating it takes longer than a small run. */
let segmenter: Intl.Segmenter | undefined;

/** The segmenter takes time by the square of the length, so that it gets a long text in pieces of this length. */
const longest = 128;

/** A command in backticks is one word, so that it stays whole for pasting. */
const words = /[^\s`]*`edgewright [^`]*`\S*|\S+/g;

/** A colored piece of a line. */
export interface Segment {
  readonly text: string;
  readonly role: Role;
}

/** Wraps values, which have no word boundaries: no line is wider than `columns`, the first at most `first` columns. */
export function flow(
  segments: readonly Segment[],
  { first, columns }: { readonly first: number; readonly columns: number },
): readonly (readonly Segment[])[] {
  const lines: Segment[][] = [[]];
  let room = Math.max(1, first);
  for (const { text, role } of segments) {
    let piece = '';
    const end = (): void => {
      if (piece !== '') lines.at(-1)?.push({ text: piece, role });
      piece = '';
    };
    for (const grapheme of graphemesOf(text)) {
      const width = widthOf(grapheme);
      if (width > room && !(lines.at(-1)?.length === 0 && piece === '')) {
        end();
        lines.push([]);
        room = Math.max(1, columns);
      }
      piece += grapheme;
      room -= width;
    }
    end();
  }
  return lines;
}

/** Cuts a text to `columns`, ending in an ellipsis if it is longer. */
export function shorten(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = '';
  let width = 1;
  for (const grapheme of graphemesOf(text)) {
    width += widthOf(grapheme);
    if (width > columns) break;
    kept += grapheme;
  }
  return `${kept}…`;
}

/** The first lines, with a last one in place of the others that tells their number. */
export function firstLines(
  lines: readonly string[],
  most: number,
  rest: (left: number) => string,
): readonly string[] {
  return lines.length <= most ? lines : [...lines.slice(0, most), rest(lines.length - most)];
}

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
