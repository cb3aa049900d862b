/** A part of a page that can be rendered in less room. */
export interface RoomPart {
  /** The shortest text that still mentions the part and its size. */
  readonly least: string;
  /** The longest text that fits; never longer than the room if `least` fits. */
  readonly render: (room: number) => string;
  /** Parts of a lower rank get their room first. */
  readonly rank: number;
}

/** A part with one text, or with a full and a short one. */
export function fixedPart(full: string, least = full, rank = 0): RoomPart {
  return { least, rank, render: (room) => (full.length <= room ? full : least) };
}

/**
 * The parts below each other in limited room: each has its least, and the rest is distributed by rank. So a page that
 * is too long first loses details of the least important parts. Undefined if not even the least of each fits.
 */
export function fitParts(parts: readonly RoomPart[], room: number): string | undefined {
  let left = room - total(parts.map((part) => part.least));
  if (left < 0) return undefined;
  const texts: string[] = [];
  const order = parts
    .map((_part, index) => index)
    .sort((a, b) => rankAt(parts, a) - rankAt(parts, b) || a - b);
  for (const index of order) {
    const least = parts[index]?.least.length ?? 0;
    const text = parts[index]?.render(least + left) ?? '';
    texts[index] = text;
    left += least - text.length;
  }
  return texts.join('');
}

function rankAt(parts: readonly RoomPart[], index: number): number {
  return parts[index]?.rank ?? 0;
}

/**
 * A list with as many parts in full as fit, first ones first, while the others keep their least; if even that is too
 * much, the least of as many as fit, and `rest` describes the others.
 */
export function fitList<P extends RoomPart>(
  parts: readonly P[],
  room: number,
  rest: (left: readonly P[]) => string,
): string {
  let spare = room - total(parts.map((part) => part.least));
  if (spare < 0) return parts.length === 0 ? '' : beginning(parts, room, rest);
  const texts = parts.map((part) => {
    const text = part.render(part.least.length + spare);
    spare -= text.length - part.least.length;
    return text;
  });
  return texts.join('');
}

function beginning<P extends RoomPart>(
  parts: readonly P[],
  room: number,
  rest: (left: readonly P[]) => string,
): string {
  // The text for the rest is longest when everything is the rest.
  let left = room - rest(parts).length;
  const end = Math.max(
    0,
    parts.findIndex(({ least }) => (left -= least.length) < 0),
  );
  const shown = parts.slice(0, end).map(({ least }) => least);
  return shown.join('') + rest(parts.slice(end));
}

function total(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

interface Room {
  /** Maximum size in bytes, as UTF-8; undefined: no limit of its own. */
  readonly bytes: number | undefined;
  /** Maximum number of UTF-16 units. */
  readonly most: number;
}

/** A text that `render` makes in at most so many UTF-16 units, made shorter until its bytes fit as well. */
export function fitBytes({ bytes, most }: Room, render: (maxSize: number) => string): string {
  if (bytes === undefined) return render(most);
  let size = Math.min(most, bytes);
  for (;;) {
    const text = render(size);
    const length = Buffer.byteLength(text);
    if (length <= bytes || text.length === 0 || size === 0) return text;
    size = Math.floor(Math.min(size - 1, text.length - 1, (size * bytes) / length));
  }
}
