/* The commands that `explain` sends a reader on to, run as printed in examples/bookshop. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { explainedDocuments } from '../../src/derive/explain/example-document.ts';
import { main } from '../../src/main.ts';
import { ioThatIsSilent } from '../docs/silent-io.ts';

const commands = new Map(explainedDocuments.flatMap(({ name, readOn }) => readOn.map((one) => [one, name])));

test.each([...commands])('%s, after `explain %s`', async (command) => {
  let said = '';
  const cwd = path.join(import.meta.dirname, '../../examples/bookshop');
  const io = { ...ioThatIsSilent, cwd, stdout: (text: string) => void (said += text) };
  expect(command).toMatch(/^edgewright /);
  const words = command.replace('<name>', 'owned-by-a-team').split(' ').slice(1);
  expect(await main(words, io)).toBe(0);
  expect(said).not.toBe('');
});
