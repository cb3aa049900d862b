import { graphemesOf } from './graphemes.ts';
import type { Role } from './paint.ts';
import { widthOf } from './wrap.ts';

/** A piece of a line with its colour. */
export interface Segment {
  readonly text: string;
  readonly role: Role;
}

/** Values have no words to break between: cut so that no line is wider than `columns`, the first `first` columns wide. */
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

/** The beginning of a text, with an ellipsis where it goes on; never wider than `columns`. */
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

/** The beginning of a text in at most so many characters, for a place that counts those. */
export function clip(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const half = text.charCodeAt(characters - 2);
  // Not between the halves of one character.
  return `${text.slice(0, characters - (half >= 0xd8_00 && half <= 0xdb_ff ? 2 : 1))}…`;
}
