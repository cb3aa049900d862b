/**
 * Removes the values of known secrets from texts, in all common encodings: verbatim, escaped for URLs, JSON, HTML and
 * Markdown (also nested), in base64 at any offset, wrapped over lines by our own output, or cut short. The text is read
 * in layers, each with one more level of escapes decoded, and all layers are searched for the values; positions in the
 * original text are computed only after a match. A regular expression per value would take longer to compile than a
 * plan to print.
 */
import { masked } from '../../model/secret.ts';
import { textLayers, mappedLayers, packed } from './text-layers.ts';

/** Shorter values are words that may occur anywhere. In bytes. */
const shortest = 8;
const shortestCut = shortest / 2;

export interface SecretFilter {
  /** Adds a value to remove from now on; values that are too short are ignored. */
  readonly learn: (value: string) => void;
  readonly clean: (text: string) => string;
  /** Whether the text contains any known secret. */
  readonly isKnownIn: (text: string) => boolean;
}

export function secretFilter(values: Iterable<string> = []): SecretFilter {
  const known = new Set<string>();
  const forms = new Set<string>();
  const learn = (value: string): void => {
    if (known.has(value)) return;
    known.add(value);
    for (const piece of piecesOf(value)) for (const form of formsOf(piece)) forms.add(form);
  };
  for (const value of values) learn(value);
  return {
    learn,
    clean: (text) =>
      forms.size === 0 || !mayHold(text, forms) ? text : replaced(text, rangesIn(text, forms)),
    isKnownIn: (text) => forms.size > 0 && mayHold(text, forms) && rangesIn(text, forms).length > 0,
  };
}

/** The whole value and each of its lines: a message is on one line, and a code frame shows one. */
function piecesOf(value: string): readonly string[] {
  const lines = value.split(/[\r\n]+/);
  return [value, ...(lines.length > 1 ? lines : [])]
    .map((piece) => piece.trim())
    .filter((piece) => Buffer.byteLength(piece) >= shortest && !/^-----[A-Z ]+-----$/.test(piece));
}

/** The forms of a value to search for in layers: decoded, without white space, `+` for spaces, and base64. */
function* formsOf(piece: string): Generator<string> {
  for (const { text } of textLayers(piece)) if (text.length >= shortestCut) yield text;
  yield packed(piece);
  if (/\s/.test(piece)) yield piece.replaceAll(/\s/g, '+');
  const bytes = Buffer.from(piece);
  for (const before of [0, 1, 2]) {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // Cuts off the characters shared with neighboring bytes.
    const own = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    yield own;
    yield own.replaceAll('+', '-').replaceAll('/', '_');
  }
}

function mayHold(text: string, forms: ReadonlySet<string>): boolean {
  if (text.includes('…')) return true;
  for (const layer of textLayers(text)) for (const form of forms) if (layer.text.includes(form)) return true;
  return false;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function rangesIn(text: string, forms: ReadonlySet<string>): readonly Range[] {
  const found: Range[] = [];
  for (const { text: shown, starts, ends } of mappedLayers(text)) {
    const add = (at: number, length: number): void => {
      found.push({ start: starts[at] ?? 0, end: ends[at + length - 1] ?? 0 });
    };
    for (const form of forms) {
      for (let at = shown.indexOf(form); at !== -1; at = shown.indexOf(form, at + form.length))
        add(at, form.length);
    }
    for (let cut = shown.indexOf('…'); cut !== -1; cut = shown.indexOf('…', cut + 1)) {
      const rest = restOfEscape(shown, cut + 1);
      for (const form of forms) {
        // Up to the cut, with the rest of an escape that it divides.
        const before = lengthBefore(shown, cut, form);
        if (before > 0) found.push({ start: starts[cut - before] ?? 0, end: starts[cut] ?? 0 });
        const behind = lengthBehind(shown, cut + 1, form, rest);
        if (behind > 0) found.push({ start: ends[cut] ?? 0, end: ends[cut + behind] ?? 0 });
      }
    }
  }
  return found;
}

/** The length of a value's beginning that precedes a cut. */
function lengthBefore(text: string, cut: number, form: string): number {
  if (cut < shortestCut || !form.includes(text.slice(cut - shortestCut, cut))) return 0;
  for (let length = Math.min(form.length - 1, cut); length >= shortestCut; length--) {
    if (text.startsWith(form.slice(0, length), cut - length)) return length;
  }
  return 0;
}

/** The most characters that may be the rest of an escape that a cut divides, such as `5e5;`. */
function restOfEscape(text: string, at: number): number {
  const behind = text.slice(at, at + 12);
  return /^(?:[a-z]{1,4};)?[\\"'#xu{}0-9a-f;%&\ufffd]*/i.exec(behind)?.[0].length ?? 0;
}

/** The length of a value's end that follows a cut, with the rest of an escape before it. */
function lengthBehind(text: string, at: number, form: string, rest: number): number {
  for (let from = at; from <= at + rest; from++) {
    const head = text.slice(from, from + shortest);
    if (head.length < shortest || !form.includes(head)) continue;
    for (let length = form.length - 1; length >= shortest; length--) {
      if (text.startsWith(form.slice(-length), from)) return from - at + length;
    }
  }
  return 0;
}

function replaced(text: string, ranges: readonly Range[]): string {
  let shown = '';
  let at = 0;
  let isOpen = false;
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start || a.end - b.end)) {
    // Adjacent and overlapping ranges are merged.
    if (!isOpen || start > at) shown += text.slice(at, start) + masked;
    isOpen = true;
    at = Math.max(at, end);
  }
  return shown + text.slice(at);
}
