import { acting, unicodeEscape, withOnlyOurs, withoutCommands } from './inert.ts';

/** Our own sequences: colors, and those that rewrite a status line. */
const ownSequence = /^\u001b\[(?:[\d;]*m|\d?K)/;

/**
 * The last filter for all output, in case a report forgot to escape something: no sequence except our colors acts on a
 * terminal, and no line is a command for a CI system.
 */
export function harmless(
  text: string,
  {
    commands = 'none',
    isTerminal = false,
  }: { readonly commands?: 'none' | 'ours'; readonly isTerminal?: boolean } = {},
): string {
  const quiet = text.replace(acting, (character, at: number) => {
    if (character === '\u001b' && ownSequence.test(text.slice(at, at + 16))) return character;
    return character === '\r' && isTerminal ? character : unicodeEscape(character);
  });
  return commands === 'ours' ? withOnlyOurs(quiet, unicodeEscape) : withoutCommands(quiet, unicodeEscape);
}
