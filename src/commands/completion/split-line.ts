/** The end of a command line, up to the cursor. */
export interface SplitLine {
  /** The words, without their quotes; the last one is being typed, and may be empty. */
  readonly words: readonly string[];
  /** The text of the last word as it was typed. */
  readonly typed: string;
  /** The quote that is still open. */
  readonly quote: '' | "'" | '"';
}

/** Splits a command line as a POSIX shell does, for lines that are not complete: a quote may be open. */
export function splitLine(line: string): SplitLine {
  const words: string[] = [];
  let word: string | undefined;
  let start = line.length;
  let quote: SplitLine['quote'] = '';
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at);
    if (quote === '' && /\s/.test(sign)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    if (word === undefined) start = at;
    word ??= '';
    if (quote !== "'" && sign === '\\') word += line.charAt(++at);
    else if (sign === quote) quote = '';
    else if (quote === '' && (sign === "'" || sign === '"')) quote = sign;
    else word += sign;
  }
  return { words: [...words, word ?? ''], typed: word === undefined ? '' : line.slice(start), quote };
}
