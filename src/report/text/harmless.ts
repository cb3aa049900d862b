import { withOnlyOurs, withoutCommands } from './ci-commands.ts';

/** Colors, and what a status line at a terminal needs to be written again. */
const ownSequence = /^\u001b\[(?:[\d;]*m|\d?K)/;
const acting =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/**
 * A whole output as it may leave the process, whatever the report that made it forgot: nothing in it acts on a terminal
 * but our colors, and no line of it is a command for a CI system. What is written out is so as JSON and JavaScript
 * write it, too, so that a document stays one.
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
