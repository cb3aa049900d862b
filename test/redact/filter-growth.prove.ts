/** Looking for secrets takes work in proportion to the text, whatever the text and the secret repeat. */
import { growth, mostGrowth } from '../work.ts';
import { expect, test } from 'vitest';
import { secretFilter } from '../../src/derive/secrets/secret-filter.ts';

const token = '7be1f09a52c84d6633f0ab19e47c5d28';
const periodic = 'ab12'.repeat(500);

test.each<readonly [string, secret: string, piece: string]>([
  ['an ordinary text', token, 'https-route/checkout: the API cannot move it\n'],
  ['the secret, again and again', token, `${token} is refused\n`],
  ['beginnings of it', token, `${token.slice(0, 9)} `],
  ['ends of it', token, `${token.slice(-9)} `],
  ['all but the last character of a secret that repeats itself', periodic, 'ab12'.repeat(499)],
  ['one beginning after the other of such a secret', periodic, 'ab12ab1'],
  ['the hexadecimal form of it', periodic, Buffer.from('ab12').toString('hex')],
  ['escapes', token, String.raw`\x37\x62%65&#49;`],
  ['cuts', token, '7be1f0…'],
])('%s', async (_name, secret, piece) => {
  const { clean, isKnownIn } = secretFilter([secret, 'correct horse battery staple']);
  const searching = (size: number): (() => void) => {
    const text = piece.repeat(Math.ceil((size * 200) / piece.length));
    return () => {
      clean(text);
      isKnownIn(text);
    };
  };
  expect(await growth(searching, 100)).toBeLessThan(mostGrowth);
});

test('a secret of many lines is prepared in work in proportion to them', async () => {
  const lines = (size: number): string =>
    Array.from({ length: size }, (_, at) => `line ${at} of ${token}${at}`).join('\n');
  expect(await growth((size) => () => secretFilter([lines(size)]), 40)).toBeLessThan(mostGrowth);
});
