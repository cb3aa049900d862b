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

export type Paint = (role: Role, text: string) => string;

const codes: Readonly<Record<Role, string>> = {
  error: '1;31',
  warn: '1;33',
  info: '1;36',
  strong: '1',
  gutter: '34',
  primary: '31',
  secondary: '34',
  note: '36',
  plain: '',
  removed: '31',
  added: '32',
  'removed-word': '7;31',
  'added-word': '7;32',
};

export function painter(hasColor: boolean): Paint {
  if (!hasColor) return (_role, text) => text;
  return (role, text) =>
    text === '' || codes[role] === '' ? text : `\u001b[${codes[role]}m${text}\u001b[0m`;
}
