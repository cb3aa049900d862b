/**
 * Characters that are invisible or reorder text: C0 and C1 except tab and line ends, bidirectional controls, zero-width
 * characters, the byte order mark. Two zero-width characters are part of normal writing: the joiner combines emoji, and
 * in scripts with joined letters both joiners affect spelling (RFC 5892 A.1, A.2).
 */
const never = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;
const joiners = /[\u200c\u200d]/gu;
const suspects = new RegExp(`${never.source}|${joiners.source}`, 'gu');

/** The first hidden character of a string. */
export function hiddenCharacter(
  text: string,
): { readonly character: string; readonly index: number } | undefined {
  const found = never.exec(text);
  for (const { 0: character, index } of text.matchAll(joiners)) {
    if (found !== null && found.index < index) break;
    if (!isWritten(text, character, index)) return { character, index };
  }
  return found === null ? undefined : { character: found[0], index: found.index };
}

/** `U+200B`: the first character of a text. */
export function codePointOf(text: string): string {
  return `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

export function withoutHidden(text: string): string {
  const kept: string[] = [];
  let before = '';
  let at = 0;
  for (const { 0: character, index } of text.matchAll(suspects)) {
    kept.push(text.slice(at, index));
    before = (before + text.slice(Math.max(at, index - longestEmoji), index)).slice(-longestEmoji);
    at = index + character.length;
    if (never.test(character) || !isPartOfWriting(before, character, text.slice(at))) continue;
    kept.push(character);
    before += character;
  }
  return kept.join('') + text.slice(at);
}

/** In code units; more than any emoji has before its joiner. */
const longestEmoji = 8;

function isWritten(text: string, character: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - longestEmoji), index);
  return isPartOfWriting(before, character, text.slice(index + 1));
}

function isPartOfWriting(before: string, joiner: string, after: string): boolean {
  // Made here, because a run rarely meets a joiner, and the tables of Unicode behind these take long.
  const word =
    /[\p{scx=Arab}\p{scx=Beng}\p{scx=Deva}\p{scx=Gujr}\p{scx=Guru}\p{scx=Khmr}\p{scx=Knda}\p{scx=Mlym}\p{scx=Mong}\p{scx=Mymr}\p{scx=Nkoo}\p{scx=Orya}\p{scx=Sinh}\p{scx=Syrc}\p{scx=Taml}\p{scx=Telu}\p{scx=Tibt}]$/u;
  if (word.test(before)) return true;
  if (joiner !== '\u200d') return false;
  const emoji = /\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*$/u;
  return emoji.test(before) && /^\p{Extended_Pictographic}/u.test(after);
}

/** Whether a quoted character would be invisible. */
export function isInvisible(character: string): boolean {
  return hiddenCharacter(character) !== undefined || /^\s$/.test(character);
}
