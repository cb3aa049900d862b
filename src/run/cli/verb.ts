import { type ExitName, exitWords } from './exit-words.ts';
import { type Option, Command, Help } from 'commander';
import { exitCodes } from '../../model/exit-codes.ts';

/** Headings for the commands in `edgewright --help`, by purpose. `src/main.ts` lists the commands in this order. */
export const verbGroups = {
  write: 'Write:',
  check: 'Check:',
  review: 'Review:',
  deploy: 'Deploy:',
  operate: 'Operate:',
} as const;

/** Exit codes of any run. */
const common: readonly ExitName[] = ['ok', 'usage', 'bug', 'disk', 'interrupted', 'terminated'];

/** Further exit codes of a command that reads a workspace and the API. */
export const apiExits = ['configuration', 'unsafe', 'unreachable', 'credential', 'settings'] as const;

interface VerbFacts {
  /** Undefined for a part of a command. */
  readonly group?: keyof typeof verbGroups;
  /** For the list of commands, where it is shorter than the description. */
  readonly summary?: string;
  readonly description: string;
  /** Two complete command lines; a test runs them. */
  readonly examples: readonly [string, string];
  /** The exit codes of the command in addition to those of any run. */
  readonly exits: readonly ExitName[];
  readonly options?: readonly Option[];
}

/** A command with its help. */
export function verb(
  name: string,
  { group, summary, description, examples, exits, options = [] }: VerbFacts,
): Command {
  const command = new Command(name).description(description);
  if (group !== undefined) command.helpGroup(verbGroups[group]);
  if (summary !== undefined) command.summary(summary);
  for (const option of options) command.addOption(option);
  return command.addHelpText('after', () => {
    const width = command.configureOutput().getOutHelpWidth?.() ?? 80;
    const lines = examples.map((example) => `  ${example}\n`);
    return `\nExamples:\n${lines.join('')}\n${exitLine(exits, width)}`;
  });
}

function exitLine(exits: readonly ExitName[], width: number): string {
  const title = 'Exit codes: ';
  const names = [...new Set([...common, ...exits])].sort((a, b) => exitCodes[a] - exitCodes[b]);
  // Keeps a code and its words on one line.
  const words = names.map((name) => `${exitCodes[name]} ${exitWords[name].word}`.replaceAll(' ', '~'));
  const wrapped = new Help().boxWrap(words.join(', '), width - title.length);
  const indented = wrapped.replaceAll('\n', `\n${' '.repeat(title.length)}`).replaceAll('~', ' ');
  return `${title}${indented}\n            edgewright explain <code> has the next step`;
}
