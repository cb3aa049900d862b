/** A part of a page that can be shown in less room. */
export interface RoomPart {
  /** The fewest characters that still say that it is there, and how much of it there is. */
  readonly least: string;
  /** The most that fits; never longer than the room, if `least` fits it. */
  readonly render: (room: number) => string;
  /** Parts of a lower rank are given their room first. */
  readonly rank: number;
}

/** A part of one text, or of two: with all details, and in one line. */
export function fixedPart(full: string, least = full, rank = 0): RoomPart {
  return { least, rank, render: (room) => (full.length <= room ? full : least) };
}

/**
 * The parts below one another in so much room: each has its least, and what is left goes by rank. So a page that is too long
 * loses what matters least, first its details and then all of it. Undefined where not even the least of each fits.
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
 * A list: as many parts in full as fit, the first first, as long as each of the others keeps its least; where that is
 * too much, the least of as many as fit, and `rest` says how many there are more.
 */
export function fitList<P extends RoomPart>(
  parts: readonly P[],
  room: number,
  rest: (left: readonly P[]) => string,
): string {
  let spare = room - total(parts.map((part) => part.least));
  if (spare < 0) return beginning(parts, room, rest);
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
  // What is said of the rest is never longer than where everything is the rest.
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
