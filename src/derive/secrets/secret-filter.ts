/**
 * Removes the values of known secrets from texts, in all common encodings: verbatim, escaped for URLs, JSON, HTML and
 * Markdown (also nested), in base64 at any offset, in hexadecimal, in another case, wrapped over lines by our own
 * output, or cut short, unless it could be an ordinary word then (secret-forms.ts). The text is read in layers, each
 * with one more level of escapes decoded, and all layers are searched for the values; positions in the original text
 * are computed only after a match. A regular expression per value would take longer to compile than a plan to print.
 */
import type { Range } from '../../model/document.ts';
import { masked } from '../../model/secret.ts';
import { folded, secretForms, shortestSought, shortestCut, type SecretForm } from './secret-forms.ts';
import { textLayers, mappedLayers } from './text-layers.ts';

export interface SecretFilter {
  /** Adds a value to remove from now on; values that are too short are ignored. */
  readonly learn: (value: string) => void;
  /** Names that `clean` leaves as they are. */
  readonly show: (names: Iterable<string>) => void;
  readonly clean: (text: string) => string;
  readonly isKnownIn: (text: string) => boolean;
  /** The parts of a text that are known secrets, in any order; they may overlap. */
  readonly find: (text: string) => readonly Range[];
}

export function secretFilter(values: Iterable<string> = []): SecretFilter {
  const known = new Set<string>();
  const shown = new Set<string>();
  const forms = new Map<string, SecretForm>();
  const starts = new Map<number, Set<string>>();
  const learn = (value: string): void => {
    if (known.has(value)) return;
    known.add(value);
    for (const form of secretForms(value)) {
      forms.set(`${form.isFolded ? 'any' : 'same'} ${form.text}`, form);
      for (const part of [form.text.slice(0, form.head), form.text.slice(-form.tail)]) {
        const start = folded(part.slice(0, shortestSought));
        const same = starts.get(start.length);
        if (same === undefined) starts.set(start.length, new Set([start]));
        else same.add(start);
      }
    }
  };
  for (const value of values) learn(value);
  const isIn = (text: string): boolean => {
    if (forms.size === 0) return false;
    // Whichever are fewer: places to look at, or forms to look for.
    return text.length < forms.size && !text.includes('…')
      ? mayStart(text, starts)
      : mayHold(text, [...forms.values()]);
  };
  const find = (text: string): readonly Range[] => (isIn(text) ? rangesIn(text, [...forms.values()]) : []);
  return {
    learn,
    show: (names) => {
      for (const name of names) if (name.length >= shortestCut) shown.add(name);
    },
    clean: (text) => {
      const ranges =
        shown.size === 0 ? find(text) : find(text).filter((range) => !isWithin(text, range, shown));
      return ranges.length === 0 ? text : replaced(text, ranges);
    },
    isKnownIn: (text) => find(text).length > 0,
    find,
  };
}

/** Whether a range is within one of these names, which is a whole word of the text. */
function isWithin(text: string, { start, end }: Range, names: ReadonlySet<string>): boolean {
  const ofName = /[\w.-]/;
  let from = start;
  while (from > 0 && ofName.test(text.charAt(from - 1))) from--;
  let to = end;
  while (to < text.length && ofName.test(text.charAt(to))) to++;
  return names.has(text.slice(from, to).replace(/\.+$/, ''));
}

/** `starts`: the first characters of what is sought, by their number. */
function mayStart(text: string, starts: ReadonlyMap<number, ReadonlySet<string>>): boolean {
  return textLayers(text).some((layer) => {
    const inAnyCase = folded(layer.text);
    for (const [length, known] of starts)
      for (let at = 0; at + length <= inAnyCase.length; at++)
        if (known.has(inAnyCase.slice(at, at + length))) return true;
    return false;
  });
}

function mayHold(text: string, forms: readonly SecretForm[]): boolean {
  if (text.includes('…')) return true;
  for (const layer of textLayers(text)) {
    const inAnyCase = folded(layer.text);
    for (const { text: form, isFolded, head, tail } of forms) {
      const shown = isFolded ? inAnyCase : layer.text;
      if (shown.includes(form.slice(0, head))) return true;
      if (tail < form.length && shown.includes(form.slice(-tail))) return true;
    }
  }
  return false;
}

function rangesIn(text: string, forms: readonly SecretForm[]): readonly Range[] {
  const found: Range[] = [];
  for (const { text: layer, starts, ends } of mappedLayers(text)) {
    const add = (start: number, end: number): void => {
      found.push({ start: starts[start] ?? 0, end: ends[end - 1] ?? 0 });
    };
    const inAnyCase = folded(layer);
    for (const { text: form, isFolded, head, tail } of forms) {
      const shown = isFolded ? inAnyCase : layer;
      for (const { start, end } of beginningsIn(shown, form, head)) add(start, end);
      if (tail === form.length || !shown.includes(form.slice(-tail))) continue;
      for (const { start, end } of beginningsIn(reversed(shown), reversed(form), tail))
        add(shown.length - end, shown.length - start);
    }
    for (let cut = layer.indexOf('…'); cut !== -1; cut = layer.indexOf('…', cut + 1)) {
      const rest = restOfEscape(layer, cut + 1);
      for (const { text: form, isFolded } of forms) {
        const shown = isFolded ? inAnyCase : layer;
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

/** Where a text has at least so many first characters of a form, in one pass (Knuth, Morris, Pratt). */
function* beginningsIn(text: string, form: string, least: number): Generator<Range> {
  const first = form.slice(0, least);
  let index = text.indexOf(first);
  if (index === -1) return;
  const borders = bordersOf(form);
  for (; index !== -1; index = text.indexOf(first, index)) {
    let length = 0;
    do {
      const isLeft = length === form.length || text[index] !== form[length];
      if (isLeft && length >= least) yield { start: index - length, end: index };
      while (length > 0 && (length === form.length || text[index] !== form[length]))
        length = borders[length - 1] ?? 0;
      if (index < text.length && text[index] === form[length]) length++;
      index++;
    } while (length > 0);
  }
}

/** For each beginning of a form, the length of its longest end that is a beginning too. */
function bordersOf(form: string): readonly number[] {
  const borders = [0];
  let length = 0;
  for (let index = 1; index < form.length; index++) {
    while (length > 0 && form[index] !== form[length]) length = borders[length - 1] ?? 0;
    if (form[index] === form[length]) length++;
    borders.push(length);
  }
  return borders;
}

function reversed(text: string): string {
  return text.split('').reverse().join('');
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
    const head = text.slice(from, from + shortestSought);
    if (head.length < shortestSought || !form.includes(head)) continue;
    for (let length = form.length - 1; length >= shortestSought; length--) {
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
