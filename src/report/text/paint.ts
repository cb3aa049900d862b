/** The role of a piece of text, for its color. */
export type Role =
  | 'error'
  | 'warn'
  | 'info'
  | 'strong'
  | 'gutter'
  | 'primary'
  | 'secondary'
  | 'note'
  | 'plain'
  | 'removed'
  | 'added'
  /** Inverse video, so that different words are visible without telling red from green. */
  | 'removed-word'
  | 'added-word';

/**
 * Colors of the 256 of xterm, which no theme changes: each can be read on black and on white. Of the sixteen that a
 * theme sets, blue on black and green, yellow and cyan on white can hardly be read in most.
 */
export const inks = { red: 161, yellow: 130, green: 28, blue: 63, cyan: 30 } as const;

const codes: Readonly<Record<Role, string>> = {
  error: `1;${inked('red')}`,
  warn: `1;${inked('yellow')}`,
  info: `1;${inked('cyan')}`,
  strong: '1',
  gutter: inked('blue'),
  primary: inked('red'),
  secondary: inked('blue'),
  note: inked('cyan'),
  plain: '',
  removed: inked('red'),
  added: inked('green'),
  'removed-word': `7;${inked('red')}`,
  'added-word': `7;${inked('green')}`,
};

function inked(ink: keyof typeof inks): string {
  return `38;5;${inks[ink]}`;
}

export type Paint = (role: Role, text: string) => string;

export function painter(hasColor: boolean): Paint {
  if (!hasColor) return (_role, text) => text;
  return (role, text) =>
    text === '' || codes[role] === '' ? text : `\u001b[${codes[role]}m${text}\u001b[0m`;
}
