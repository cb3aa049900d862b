/** A text with some of its escapes decoded, without white space, colors, tags and line prefixes. */
export interface TextLayer {
  readonly text: string;
}

/** A layer with the positions in the original text of each of its UTF-16 units. */
export interface MappedLayer extends TextLayer {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Levels of decoding: JSON within JSON within HTML, and one more. */
const depth = 4;
const blanks = /\s+/g;
/** Characters that our own reports may insert: colors, tags, line prefixes. */
const marks = /\u001b\[[\d;]*m|\r?\n[ \t|+~>-]*|<\/?[a-z]+[^<>\n]{0,80}>|\s+/g;
const whole =
  /\\u\{0*([0-9a-f]{1,6})\}|\\u([0-9a-f]{4})|\\([\\"'/bfnrt!#-&(-.:-@[\]^_`{|}~])|((?:%[0-9a-f]{2})+)|((?:\\x[0-9a-f]{2})+)|&#0*(\d{1,7});|&#x0*([0-9a-f]{1,6});|&(amp|lt|gt|quot|apos|nbsp);/;
/** The beginning of an escape that was cut, and what is left of a character whose bytes were. */
const partial =
  /((?:\\(?:u(?:\{[0-9a-f]*|[0-9a-f]{0,3})|x[0-9a-f]?)?|%[0-9a-f]?|&(?:#(?:x[0-9a-f]*|\d*)|[a-z]{0,4})|\ufffd)(?=\u2026))/;
const escape = new RegExp(`${whole.source}|${partial.source}`, 'gi');
const hasEscape = /[\\%&]|\ufffd\u2026/;

/** Those of HTML alone: decoded first, as a `\` before one is of the text within. */
const entities = /&#0*(\d{1,7});|&#x0*([0-9a-f]{1,6});|&(amp|lt|gt|quot|apos|nbsp);/gi;

function entityOf([written = '', decimal, hexadecimal, entity]: readonly (string | undefined)[]): string {
  if (entity !== undefined) return named[entity.toLowerCase()] ?? written;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : written;
}

/** Without white space only. */
export function packed(text: string): string {
  return text.replaceAll(blanks, '');
}

/** The distinct layers of a text, the least decoded first. */
export function textLayers(text: string): readonly TextLayer[] {
  const seen = new Set<string>();
  for (const first of new Set([text, text.replaceAll(entities, (...match) => entityOf(match as string[]))])) {
    let level = first;
    for (let count = 0; count < depth; count++) {
      seen.add(packed(level)).add(level.replaceAll(marks, ''));
      if (!hasEscape.test(level)) break;
      const next = level.replaceAll(escape, (...match) => meaningOf(match as string[]));
      if (next === level) break;
      level = next;
    }
  }
  return [...seen].map((layer) => ({ text: layer }));
}

export function mappedLayers(text: string): readonly MappedLayer[] {
  const written: MappedLayer = {
    text,
    starts: Array.from({ length: text.length }, (_, index) => index),
    ends: Array.from({ length: text.length }, (_, index) => index + 1),
  };
  const within = mapped(written, entities, entityOf);
  const from = within.text === text ? [written] : [written, within];
  return from.flatMap(decodedLayers);
}

function decodedLayers(first: MappedLayer): readonly MappedLayer[] {
  const layers: MappedLayer[] = [];
  let level = first;
  for (let count = 0; count < depth; count++) {
    layers.push(mapped(level, blanks, nothing), mapped(level, marks, nothing));
    const next = mapped(level, escape, meaningOf);
    if (next.text === level.text) break;
    level = next;
  }
  return layers;
}

function nothing(): string {
  return '';
}

function mapped(layer: MappedLayer, form: RegExp, meaning: (match: string[]) => string): MappedLayer {
  const pieces: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  const copyTo = (end: number): void => {
    pieces.push(layer.text.slice(at, end));
    for (; at < end; at++) {
      starts.push(layer.starts[at] ?? 0);
      ends.push(layer.ends[at] ?? 0);
    }
  };
  for (const match of layer.text.matchAll(form)) {
    copyTo(match.index);
    at = match.index + match[0].length;
    const put = meaning(match);
    pieces.push(put);
    for (const _unit of put.split('')) {
      starts.push(layer.starts[match.index] ?? 0);
      ends.push(layer.ends[at - 1] ?? 0);
    }
  }
  copyTo(layer.text.length);
  return { text: pieces.join(''), starts, ends };
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

function meaningOf(match: string[]): string {
  const [written, braced, unit, single, percent, bytes, decimal, hexadecimal, entity, rest] = match;
  if (rest !== undefined) return '';
  if (single !== undefined) return named[single] ?? single;
  if (entity !== undefined) return named[entity.toLowerCase()] ?? written ?? '';
  const coded = percent ?? bytes;
  if (coded !== undefined) return Buffer.from(coded.replaceAll(/%|\\x/gi, ''), 'hex').toString('utf8');
  if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
  const code = decimal === undefined ? Number.parseInt(braced ?? hexadecimal ?? '', 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : (written ?? '');
}
