/** Cuts a text to a number of UTF-16 units, the last of which is an ellipsis. Never splits a surrogate pair. */
export function clip(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const half = text.charCodeAt(characters - 2);
  // Never splits a surrogate pair.
  return `${text.slice(0, characters - (half >= 0xd8_00 && half <= 0xdb_ff ? 2 : 1))}…`;
}
