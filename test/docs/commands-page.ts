import type { Command, Option } from 'commander';
import { commands } from './command-lines.ts';
import { optionGroups } from '../../src/run/cli/option-groups.ts';
import { verbGroups } from '../../src/run/cli/verb.ts';

const introduction = `# Commands

All commands, by task. \`edgewright <command> --help\` explains each option, and ends with two examples and the [exit codes](../troubleshooting.md#exit-codes) of that command.

The result goes to stdout, everything else to stderr. Nothing prompts in CI. Edgewright sends no telemetry and never looks for updates. Without \`--env\`, \`lint\`, \`test\`, \`plan\`, \`comment\`, \`drift\`, \`snapshot\`, \`doctor\`, \`ledger verify\` and \`apply --auto\` take all environments, in [their order](../environments.md#order); most others require it where there are several. \`HTTP_PROXY\`, \`HTTPS_PROXY\` and \`NO_PROXY\` are honored. Removed resources have no labels: only their address selects them in \`--only\`.
`;

/** docs/reference/commands.md, as the program declares its commands. */
export function commandsPage(): string {
  const all = [...commands];
  const groups = Object.values(verbGroups).map((heading) => {
    const rows = all
      .filter(([, command]) => [command, command.parent].some((each) => each?.helpGroup() === heading))
      .map(([name, command]) => row([nameCell(name, command), doc(command), apiCell(command), own(command)]));
    return `\n## ${heading.slice(0, -1)}\n\n${table(['command', 'what it does', 'API', 'options'], rows)}`;
  });
  const shared = Object.values(optionGroups).flatMap((group) =>
    sharedOptions()
      .filter(({ helpGroupHeading, long }) => helpGroupHeading === group && long !== '--format')
      .map((option) => row([group.slice(0, -1), `\`${option.flags}\``, option.description])),
  );
  return `${introduction}${groups.join('')}\n## Shared options\n\nMost commands have these; the tables above leave them out.\n\n${table(['group', 'option', 'what it is'], shared)}`;
}

function table(heading: readonly string[], rows: readonly string[]): string {
  return [row(heading), `|${heading.map(() => '---|').join('')}\n`, ...rows].join('');
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`.replaceAll('|  |', '| |');
}

function nameCell(name: string, command: Command): string {
  const words = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  return `\`${[name, ...words].join(' ')}\``;
}

function doc(command: Command): string {
  return command.summary() || command.description();
}

function apiCell(command: Command): string {
  const has = (name: string): boolean => command.options.some(({ long }) => long === name);
  // `init` looks for live objects, without any option for it.
  const isReading = has('--profile') || (command.name() === 'init' && command.parent?.parent === null);
  return has('--concurrency') ? 'reads, writes' : isReading ? 'reads' : 'no';
}

/** An option that three or more commands have, in the same words. */
function sharedOptions(): readonly Option[] {
  const found = new Map<string, Option[]>();
  for (const option of [...commands.values()].flatMap(({ options }) => options)) {
    found.set(keyOf(option), [...(found.get(keyOf(option)) ?? []), option]);
  }
  return [...found.values()].flatMap((options) => (options.length < 3 ? [] : options.slice(0, 1)));
}

function keyOf({ flags, description }: Option): string {
  return `${flags}\0${description}`;
}

/** The other options; and `--format` always, because each command has formats of its own. */
function own({ options }: Command): string {
  const shared = new Set(sharedOptions().map(keyOf));
  return options
    .filter((option) => !shared.has(keyOf(option)) || option.long === '--format')
    .map(({ long, short, argChoices = [] }) =>
      [`\`${long ?? short ?? ''}\``, argChoices.join('/')].join(' ').trim(),
    )
    .join(', ');
}
