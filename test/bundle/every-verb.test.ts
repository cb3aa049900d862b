/** Errors and help that commander prints end a shipped run with the right exit code. */
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import type { Io } from '../../src/model/io.ts';
import { verbs } from '../../src/main.ts';
import { buildProgram } from '../../src/program.ts';
import { share } from '../runs.ts';
import { shipped } from './shipped.ts';

const silent = { stdout: () => undefined, stderr: () => undefined, columns: 80 } as unknown as Io;
const program = await buildProgram(verbs, silent, [], () => undefined);
const names = program.commands.map((command) => command.name());

test.each(share(names))('%s', (verb) => {
  expect(shipped(tmpdir(), [verb, '--help'])).toMatchObject({ exit: 0, stderr: '' });
  const { stdout, stderr, exit } = shipped(tmpdir(), [verb, '--no-such-option']);
  expect({ stdout, exit }).toEqual({ stdout: '', exit: 64 });
  expect(stderr).toBe(
    `error: unknown option \`--no-such-option\`\n  = help: \`edgewright ${verb} --help\` lists ${hasCommands(verb) ? 'the commands and options' : 'the options'}\n`,
  );
});

function hasCommands(verb: string): boolean {
  return program.commands.some((command) => command.name() === verb && command.commands.length > 0);
}
