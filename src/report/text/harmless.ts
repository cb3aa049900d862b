import { withOnlyOurs, withoutCommands } from './inert.ts';

/** Our own sequences: colors, and those that rewrite a status line. */
const ownSequence = /^\u001b\[(?:[\d;]*m|\d?K)/;
const acting =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/**
 * The last filter for all output, in case a report forgot to escape something: no sequence except our colors acts on a
 * terminal, and no line is a command for a CI system. Escapes use the notation of JSON and JavaScript, so that a
 * document stays valid.
 */
export function harmless(
  text: string,
  {
    commands = 'none',
    isTerminal = false,
  }: { readonly commands?: 'none' | 'ours'; readonly isTerminal?: boolean } = {},
): string {
  const quiet = text.replace(acting, (character, at: number) => {
    if (character === '\u001b' && ownSequence.test(text.slice(at, at + 12))) return character;
    return character === '\r' && isTerminal ? character : written(character);
  });
  return commands === 'ours' ? withOnlyOurs(quiet, written) : withoutCommands(quiet, written);
}

function written(character: string): string {
  return character
    .split('')
    .map((half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
