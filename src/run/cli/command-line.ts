import type { ApiOptions, WorkspaceOptions } from './options.ts';
import { shellWord } from '../../text/words/shell-word.ts';

/** The options that name a workspace, its API, its ledger and its secrets. */
export interface PlaceFlags
  extends WorkspaceOptions, Pick<ApiOptions, 'local' | 'fixture' | 'profile' | 'ledger'> {
  readonly secretsDir?: string | undefined;
}

/**
 * A command to paste: its words, the place options as the user gave them, then `more`. Callers leave out options that
 * the command does not have.
 */
export function commandLine(
  words: readonly string[],
  flags: PlaceFlags,
  more: readonly string[] = [],
): string {
  return ['edgewright', ...[...words, ...placeWords(flags), ...more].map(shellWord)].join(' ');
}

/** Only the options of the place, each after a space; empty if none was given. */
export function placeFlags(flags: PlaceFlags): string {
  return placeWords(flags)
    .map((word) => ` ${shellWord(word)}`)
    .join('');
}

/** The place for a command that does not ask the API. */
export function withoutApi({ workspace, ledger }: PlaceFlags): PlaceFlags {
  return { workspace, ledger };
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

/** `--env` for each of these environments. */
export function envWords(env: string | readonly string[] = []): readonly string[] {
  return [env].flat().flatMap((name) => ['--env', name]);
}

/** The folder of the secrets: without them a plan would compare none. */
export function secretsWords({ secretsDir }: Pick<PlaceFlags, 'secretsDir'>): readonly string[] {
  return secretsDir === undefined ? [] : ['--secrets-dir', secretsDir];
}
