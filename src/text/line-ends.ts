/** The text with `\n` at the end of each line: a checkout with `\r\n` must give the same bytes as one without. */
export function withoutCarriageReturns(text: string): string {
  return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
}

/** The offset in a text of an offset in the text without carriage returns. */
export function offsetWithCarriageReturns(text: string, offset: number): number {
  let removed = 0;
  for (let at = text.indexOf('\r\n'); at !== -1 && at - removed < offset; at = text.indexOf('\r\n', at + 2))
    removed++;
  return offset + removed;
}
