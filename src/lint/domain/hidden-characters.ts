/**
 * What does not show, or makes text show in another order: C0 and C1 but for tab and line ends, bidirectional controls,
 * zero-width characters, the byte order mark.
 */
export const hiddenCharacter =
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

/** Whether quoting a character would show nothing. */
export function isInvisible(character: string): boolean {
  return hiddenCharacter.test(character) || /^\s$/.test(character);
}
