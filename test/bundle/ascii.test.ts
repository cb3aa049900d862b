/** bin/edgewright.js reads dist/ byte by byte: what is not plain ASCII would become other characters. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { inAscii } from '../../bin/in-ascii.mjs';
import { root } from './shipped.ts';

const dist = path.join(root, 'dist');
const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.cjs'),
);

test.each(files.sort())('%s is plain ASCII', (file) => {
  const bytes = readFileSync(path.join(dist, file));
  const at = bytes.findIndex((byte) => byte > 0x7f);
  expect(at === -1 ? '' : bytes.toString('utf8', at - 60, at + 20)).toBe('');
});

test('the masks of services are among them, as escapes', () => {
  const main = readFileSync(path.join(dist, 'main.cjs'), 'latin1');
  expect(main).toContain(String.raw`\u2022`);
});

test('a regular expression means the same after as before', () => {
  const source = String.raw`/^(?:[*•]+|\d…|😀{2}|\p{L})$/iu`;
  const compile = (text: string): RegExp => runInThisContext(text) as RegExp;
  const [before, after] = [compile(source), compile(inAscii(source))];
  for (const text of ['••*', '1…', '😀😀', '😀', 'é', 'â', 'a.'])
    expect(after.test(text)).toBe(before.test(text));
});

test('what an escape would change is refused', () => {
  expect(() => inAscii('const a = String.raw`µ`')).toThrow('raw template');
  expect(() => inAscii(String.raw`/\•/`)).toThrow('escaped character');
});
