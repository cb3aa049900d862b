/**
 * The text of a file as a value: without a byte order mark, and with `\n` at the end of each line. An editor adds the
 * former and a checkout `\r\n`, and both must give the same bytes as a file without them.
 */
export function inlinedText(text: string): string {
  const unmarked = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  return unmarked.includes('\r\n') ? unmarked.replaceAll('\r\n', '\n') : unmarked;
}

/** The offset in a text of an offset in its text as a value. */
export function offsetInFile(text: string, inlined: number): number {
  let offset = inlined + (text.startsWith(byteOrderMark) ? 1 : 0);
  for (let at = text.indexOf('\r\n'); at !== -1 && at < offset; at = text.indexOf('\r\n', at + 2)) offset++;
  return offset;
}

const byteOrderMark = '\ufeff';
