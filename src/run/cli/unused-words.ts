import type { Command } from 'commander';
import { kindNames } from '../../kinds/index.ts';
import { usageError } from '../../model/errors.ts';
import { meantName, thereAre } from '../../text/words/existing-names.ts';
import { suggestions } from '../../text/suggest.ts';
import { commandLine, envWords, type PlaceFlags } from './command-line.ts';
import { codeList } from '../../text/words/list-words.ts';

/** Environments beyond these are not listed. */
const mostNamed = 8;

interface Flags extends PlaceFlags {
  readonly env?: string | readonly string[];
}

/**
 * For a command without arguments: an environment, an address or a file is often given without its option, so the error
 * suggests the probable command instead of `too many arguments`. The command must allow excess arguments.
 */
export async function refuseWords(
  command: Command,
  flags: Flags,
  environmentNames: () => Promise<readonly string[]>,
): Promise<void> {
  const [word] = command.args;
  if (word === undefined) return;
  const verb = command.name();
  const environments = await environmentNames();
  throw usageError(
    `\`${verb}\` accepts options only, not \`${word}\``,
    helpFor(word, verb, { command, flags, environments }),
  );
}

function helpFor(
  word: string,
  verb: string,
  {
    command,
    flags,
    environments: known,
  }: { readonly command: Command; readonly flags: Flags; readonly environments: readonly string[] },
): string {
  const [subcommand] = suggestions(
    word,
    command.commands.map((childCommand) => childCommand.name()),
  );
  if (subcommand !== undefined) return `did you mean \`${verb} ${subcommand}\`?`;
  const hasOnly = command.options.some(({ long }) => long === '--only');
  const environments = envWords(flags.env);
  if (kindNames.some((kind) => word.startsWith(`${kind}/`)) && hasOnly)
    return `for one resource: \`${commandLine([verb, ...environments], flags, ['--only', word])}\``;
  if (/\.json$/i.test(word) && verb === 'plan')
    return `a saved plan is shown by \`${commandLine(['plan', 'show', word], {})}\``;
  if (/\.ya?ml$|\//i.test(word)) {
    const only = hasOnly ? '; `--only <address>` looks at one resource' : '';
    return `all files of the workspace are read: \`${commandLine([verb, ...environments], flags)}\`${only}`;
  }
  const meant = known.includes(word) ? word : meantName(word, known);
  if (meant !== undefined) return `for an environment: \`${commandLine([verb, '--env', meant], flags)}\``;
  return known.length === 0 || known.length > mostNamed
    ? `an environment follows \`--env\``
    : `an environment follows \`--env\`; ${thereAre(known)}`;
}

/** Asks for addresses with this name, or for similar ones; undefined if there are none. */
export function addressMeant(word: string, addresses: Iterable<string>): string | undefined {
  const all = [...new Set(addresses)];
  const named = all.filter((address) => address.endsWith(`/${word}`));
  return meantOf(named.length > 0 ? named : suggestions(word, all));
}

/** "did you mean `a` or `b`?"; undefined for no words. */
export function meantOf(near: readonly string[]): string | undefined {
  return near.length === 0 ? undefined : `did you mean ${codeList(near, ' or ')}?`;
}
