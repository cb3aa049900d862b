import type { ApiOptions, WorkspaceOptions } from './options.ts';

/** What says which workspace, API and ledger a command is about. */
export type PlaceFlags = WorkspaceOptions & Omit<ApiOptions, 'reads'>;

/**
 * A command that a reader can paste: its words, the flags that name the place as the user gave them, then the rest. A
 * command that does not know one of the flags is not handed it.
 */
export function commandLine(
  words: readonly string[],
  flags: PlaceFlags,
  more: readonly string[] = [],
): string {
  return ['edgewright', ...[...words, ...placeWords(flags), ...more].map(shellWord)].join(' ');
}

/** The flags alone, each with a space before it; nothing where none was given. */
export function placeFlags(flags: PlaceFlags): string {
  return placeWords(flags)
    .map((word) => ` ${shellWord(word)}`)
    .join('');
}

function placeWords({ workspace, local, fixture, profile, ledger }: PlaceFlags): readonly string[] {
  return [
    ...(workspace === undefined ? [] : ['-C', workspace]),
    ...(local === true ? ['--local'] : []),
    ...(fixture === undefined ? [] : ['--fixture', fixture]),
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...(ledger === undefined ? [] : ['--ledger', ledger]),
  ];
}

/** A word as a shell reads it back. */
function shellWord(word: string): string {
  // A placeholder is for a person to fill.
  return /^(?:[\w/=.,:@+-]+|<[a-z-]+>)$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
