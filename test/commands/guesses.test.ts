/**
 * Commands and options that people try: each is refused with the name that is meant, and all that the answer prints can
 * be typed.
 */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { main, verbs } from '../../src/main.ts';
import { buildProgram } from '../../src/program.ts';
import { ioOf } from '../lsp/io.ts';

const guesses = readFileSync(new URL('guesses.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(/ = (.*)/) as [string, string]);

const program = await buildProgram(verbs, ioOf(tmpdir()).io, [], () => undefined);

test('there are as many as people have tried', () => {
  expect(guesses.length).toBeGreaterThan(155);
});

test.each(guesses)('%s', async (guess, meant) => {
  const { io, said } = ioOf(tmpdir());
  expect(await main(guess.split(' '), io)).toBe(64);
  const help = /^ {2}= help: (.*)$/m.exec(said())?.[1] ?? '';
  expect(help).toContain(meant);
  expect(said()).not.toContain('Did you mean');
  for (const [, line = ''] of help.matchAll(/`edgewright ([^`]*)`/g)) await expectTypeable(line.split(' '));
});

/** The command and its options exist, and `explain` knows the word. */
async function expectTypeable(words: readonly string[]): Promise<void> {
  const { io, said } = ioOf(tmpdir());
  if (words[0] === 'explain' && words.length > 1 && !words[1]?.startsWith('<')) {
    expect(await main(words, io), said()).toBe(0);
    return;
  }
  if (words[0]?.startsWith('-') || words[0] === '<command>') return;
  let command = program.commands.find((one) => one.name() === words[0]);
  expect(command?.name(), words.join(' ')).toBe(words[0]);
  const child = command?.commands.find((one) => one.name() === words[1]);
  command = child ?? command;
  for (const word of words.filter((one) => one.startsWith('--') && one !== '--help'))
    expect(command?.options.map(({ long }) => long)).toContain(word.split('=')[0]);
}
