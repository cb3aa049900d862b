/**
 * Takes the values of known secrets out of texts, however they were written there: as they are, as URLs, JSON, HTML and
 * Markdown write them (also one within another), in base64 at any offset, broken over lines by our own wrapping, or cut
 * short. The text is read layer by layer, each with one more level of escapes undone, and the values are looked for in
 * every layer; which part of the text a layer shows is only made out where one was found. An expression a value would
 * take longer to compile than a plan to print.
 */
import { masked } from '../../model/secret.ts';
import { textLayers, mappedLayers, packed } from './text-layers.ts';

/** Shorter ones are words that may be anywhere. In bytes. */
const shortest = 8;
const shortestCut = shortest / 2;

export interface SecretFilter {
  /** From now on this value is taken out; a short one is not. */
  readonly learn: (value: string) => void;
  readonly clean: (text: string) => string;
  /** Whether there is anything to take out of this text. */
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

/** As a whole and line by line: a message is on one line, and a frame shows one. */
function piecesOf(value: string): readonly string[] {
  const lines = value.split(/[\r\n]+/);
  return [value, ...(lines.length > 1 ? lines : [])]
    .map((piece) => piece.trim())
    .filter((piece) => Buffer.byteLength(piece) >= shortest && !/^-----[A-Z ]+-----$/.test(piece));
}

/** Without blanks, as the layers are: with what a layer makes of it, a form's `+` for a blank, and base64. */
function* formsOf(piece: string): Generator<string> {
  for (const { text } of textLayers(piece)) if (text.length >= shortestCut) yield text;
  yield packed(piece);
  if (/\s/.test(piece)) yield piece.replaceAll(/\s/g, '+');
  const bytes = Buffer.from(piece);
  for (const before of [0, 1, 2]) {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // What it shares with its neighbours is left off.
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
      for (const form of forms) {
        const before = lengthBefore(shown, cut, form);
        if (before > 0) add(cut - before, before);
        const behind = lengthBehind(shown, cut + 1, form);
        if (behind > 0) add(cut + 1, behind);
      }
    }
  }
  return found;
}

/** How much of the beginning of a value is before a cut. */
function lengthBefore(text: string, cut: number, form: string): number {
  if (cut < shortestCut || !form.includes(text.slice(cut - shortestCut, cut))) return 0;
  for (let length = Math.min(form.length - 1, cut); length >= shortestCut; length--) {
    if (text.startsWith(form.slice(0, length), cut - length)) return length;
  }
  return 0;
}

/** How much of the end of a value stands behind a cut. */
function lengthBehind(text: string, at: number, form: string): number {
  const head = text.slice(at, at + shortest);
  if (head.length < shortest || !form.includes(head)) return 0;
  for (let length = form.length - 1; length >= shortest; length--) {
    if (text.startsWith(form.slice(-length), at)) return length;
  }
  return 0;
}

function replaced(text: string, ranges: readonly Range[]): string {
  let shown = '';
  let at = 0;
  let isOpen = false;
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start || a.end - b.end)) {
    // Those that touch or overlap are one.
    if (!isOpen || start > at) shown += text.slice(at, start) + masked;
    isOpen = true;
    at = Math.max(at, end);
  }
  return shown + text.slice(at);
}
