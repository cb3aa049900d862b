/** Characters that a terminal acts on, that are invisible or change the direction of text; without line ends. */
const acting =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/u;

/** The first thing in a text that does something where it is printed; undefined for none. */
export function actingIn(text: string): string | undefined {
  const found = acting.exec(text);
  if (found !== null) return `U+${found[0].codePointAt(0)?.toString(16)} at ${found.index}`;
  if (text.includes('##[')) return '##[';
  return /^\s*::/m.test(text) ? 'a line that begins with ::' : undefined;
}
