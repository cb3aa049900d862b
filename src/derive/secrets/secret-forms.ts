/** The forms in which a service may repeat the value of a secret, for a search that leaves ordinary words alone. */
import { packed, textLayers } from './text-layers.ts';

/** A text to search for in the layers of another. */
export interface SecretForm {
  readonly text: string;
  /** Whether it is searched for in any case; `text` is folded then. */
  readonly isFolded: boolean;
  /**
   * How many characters of its beginning are masked without the rest; all of them if no part can be told from a word.
   */
  readonly head: number;
  /** The same of its end. */
  readonly tail: number;
}

/** Shorter values are words that may occur anywhere. In bytes. */
export const shortestSought = 8;
/** So much of a value is masked beside the sign `…`. */
export const shortestCut = shortestSought / 2;

export function* secretForms(value: string): Generator<SecretForm> {
  for (const piece of piecesOf(value)) {
    const text = packed(piece);
    const texts = textLayers(piece).map((layer) => layer.text);
    const textForms = isUnlikeWords(piece) ? foldedForms : exactForm;
    for (const shown of new Set([...texts.filter(({ length }) => length >= shortestCut), text]))
      yield* textForms(shown);
    if (/\s/.test(piece)) yield* textForms(piece.replaceAll(/\s/g, '+'));
    yield* byteForms(piece);
  }
}

/** The whole value and each of its lines: a message is on one line, and a code frame shows one. */
function piecesOf(value: string): readonly string[] {
  const lines = value.split(/[\r\n]+/);
  return [value, ...(lines.length > 1 ? lines : [])]
    .map((piece) => piece.trim())
    .filter((piece) => Buffer.byteLength(piece) >= shortestSought && !/^-----[A-Z ]+-----$/.test(piece));
}

/** Without the case of letters; the length stays the same. */
export function folded(text: string): string {
  return text.replaceAll('\u0130', 'i').toLowerCase().replaceAll('\u03c2', '\u03c3');
}

function* exactForm(text: string): Generator<SecretForm> {
  yield { text, isFolded: false, ...cutsOf(text) };
}

function* foldedForms(text: string): Generator<SecretForm> {
  const isFolded = true;
  const foldedText = folded(text);
  yield { text: foldedText, isFolded, ...cutsOf(text) };
  // Some letters become two in another case, as `ß` does.
  for (const other of [text.toUpperCase(), text.toLowerCase()].map(folded))
    if (other !== foldedText) yield { text: other, isFolded, head: other.length, tail: other.length };
}

/** Hexadecimal, and base64 at any offset. */
function* byteForms(piece: string): Generator<SecretForm> {
  const bytes = Buffer.from(piece);
  const { head, tail } = cutsOf(piece);
  const first = bytes.subarray(0, Buffer.byteLength(piece.slice(0, head)));
  const last = bytes.subarray(bytes.length - Buffer.byteLength(piece.slice(-tail)));
  yield { text: bytes.toString('hex'), isFolded: true, head: first.length * 2, tail: last.length * 2 };
  for (const before of [0, 1, 2]) {
    const text = folded(base64At(before, bytes));
    const cuts = {
      head: base64At(before, first).length,
      tail: base64At((before + bytes.length - last.length) % 3, last).length,
    };
    yield { text, isFolded: true, ...cuts };
    const forUrls = text.replaceAll('+', '-').replaceAll('/', '_');
    if (forUrls !== text) yield { text: forUrls, isFolded: true, ...cuts };
  }
}

/** Without the characters that depend on neighboring bytes. */
function base64At(before: number, bytes: Buffer): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}

/** Whether a value is a single word that may be in a dictionary. */
export function isWordLike(value: string): boolean {
  return /^\p{L}+$/u.test(value) && !isUnlikeWords(value);
}

/** Whether no ordinary text has it in another case: it has digits or marks, or it is long. */
function isUnlikeWords(piece: string): boolean {
  return (
    piece.length >= longPhrase ||
    !/^[\p{L}\s._-]*$/u.test(piece) ||
    unusualIn(piece.slice(0, mostRead)) >= unusual
  );
}

/** So many words in a row are in no text by chance. */
const longPhrase = 16;
/** A part with so many characters of unusual words is in no text by chance. */
const unusual = 6;
/** A beginning in which nothing unusual comes before is compared as words. */
const mostRead = 64;

/** How much of the beginning and of the end is masked without the rest. */
function cutsOf(text: string): Pick<SecretForm, 'head' | 'tail'> {
  // Texts name schemes and hosts of URLs, but not a user and what follows.
  const [open = ''] = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*(?![^/?#]*@))?/i.exec(text) ?? [];
  const isPhrase = /^[\p{L}\p{N}\s._-]*$/u.test(text) || open.endsWith('//');
  const asWords = isPhrase ? Math.max(longPhrase, Math.ceil(text.length * 0.75)) : text.length;
  const least = (partOf: (length: number) => string): number => {
    for (let length = shortestSought; length <= Math.min(mostRead, text.length); length++)
      if (unusualIn(partOf(length)) >= unusual) return length;
    return Math.min(asWords, text.length);
  };
  return {
    head: least((length) => text.slice(open.length, length)),
    tail: least((length) => text.slice(-length)),
  };
}

/** The number of characters in words that are neither ordinary ones nor numbers, nor one with the other (`sha256`). */
function unusualIn(text: string): number {
  return text
    .split(/[\s._/:,;'"=()[\]{}<>|`\\?&#%@-]+/)
    .filter((word) => word.length >= shortestCut && !isOrdinary(word))
    .reduce((sum, { length }) => sum + length, 0);
}

function isOrdinary(word: string): boolean {
  if (!/^(?:\p{L}*\p{N}*|\p{N}+\p{L}*)$/u.test(word)) return false;
  // `clientSecret` and `oidcURL` are names, `xKpQzR` is not.
  const humps = word.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+/gu) ?? [];
  return humps.length < 4 || humps.join('').length > humps.length * 2;
}
