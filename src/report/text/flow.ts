import { graphemesOf } from './graphemes.ts';
import type { Role } from './paint.ts';
import { widthOf } from './wrap.ts';

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
