/** Every message of the command line library is printed in the form of our own errors. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { expect, test } from 'vitest';
import { usageMessage } from '../../src/usage-message.ts';

function messageOf(words: readonly string[]): string {
  let printed = '';
  const program = new Command('tool').exitOverride().showSuggestionAfterError(false);
  const verb = program
    .command('go')
    .argument('<place>', 'the place to go to')
    .addOption(new Option('-c, --color <when>', 'colors').choices(['auto', 'never']))
    .option('-n, --number <count>', 'a number', () => {
      throw new InvalidArgumentError('it must be a whole number.');
    })
    .option('-g, --given <value>', 'a value', () => {
      throw new InvalidArgumentError('Give another one.');
    })
    .action(() => undefined);
  program
    .command('come')
    .requiredOption('-b, --back <when>', 'when to be back')
    .action(() => undefined);
  for (const command of [program, ...program.commands])
    command.exitOverride().configureOutput({
      writeErr: () => undefined,
      outputError: (text) => (printed += usageMessage(text, command, {})),
    });
  expect(() => program.parse([...words], { from: 'user' })).toThrow();
  expect(verb.name()).toBe('go');
  return printed;
}

const options = '\n  = help: `tool go --help` lists the options\n';

test.each([
  [['run'], 'error: unknown command `run`\n  = help: `tool --help` lists the commands and options\n'],
  [['go', '--fast'], `error: unknown option \`--fast\`${options}`],
  [['go', '-c'], `error: \`--color\` requires a value: \`--color <when>\`${options}`],
  [['go'], `error: missing \`<place>\`: the place to go to${options}`],
  [['go', 'a', 'b', 'c'], `error: \`go\` takes 1 argument, not 3${options}`],
  [['go', '-c', 'x'], `error: \`x\` is not a valid \`--color\`: it must be \`auto\` or \`never\`${options}`],
  [
    ['go', '-c', 'nevr'],
    'error: `nevr` is not a valid `--color`: it must be `auto` or `never`\n  = help: did you mean `never`?\n',
  ],
  [['go', '-n', 'x'], `error: \`x\` is not a valid \`--number\`: it must be a whole number${options}`],
  [['go', '-n', 'a\nb'], `error: \`a\\nb\` is not a valid \`--number\`: it must be a whole number${options}`],
  [['go', '-g', 'x'], 'error: `x` is not a valid `--given`\n  = help: give another one\n'],
  [
    ['come'],
    'error: missing `--back <when>`: when to be back\n  = help: `tool come --help` lists the options\n',
  ],
])('%j', (words, expected) => {
  expect(messageOf(words)).toBe(expected);
});

test('what may be meant is the help', () => {
  const command = new Command('tool');
  expect(usageMessage("error: unknown command 'ran'\n", command, { guess: 'did you mean `run`?' })).toBe(
    'error: unknown command `ran`\n  = help: did you mean `run`?\n',
  );
});
