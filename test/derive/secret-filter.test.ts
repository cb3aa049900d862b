import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secretFilter } from '../../src/derive/secrets/secret-filter.ts';
import { encodingsOf } from '../redact/encodings.ts';
import { arbitrarySecret } from '../redact/arbitrary-secret.ts';
import { runs } from '../runs.ts';

test('no encoding of a known secret is left in a text', () => {
  fc.assert(
    fc.property(
      arbitrarySecret,
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      (secret, before, after) => {
        const { clean } = secretFilter([secret]);
        for (const [name, form] of encodingsOf(secret, before)) {
          const shown = clean(`${before} ${form} ${after}`);
          expect(shown.includes(form), `${name}: ${form} in ${shown}`).toBe(false);
        }
      },
    ),
    { numRuns: runs(300) },
  );
});

test('a secret that is broken over the lines of a report is found', () => {
  const { clean } = secretFilter(['correct horse battery staple']);
  expect(clean('  the token correct horse\n    battery staple is bad')).toBe('  the token (secret) is bad');
  expect(clean('| correct horse bat\n|   tery staple |')).toBe('| (secret) |');
  expect(clean('+ \u001b[32mcorrect \u001b[7mhorse\u001b[0m battery staple')).toBe('+ \u001b[32m(secret)');
});

test('a secret that was cut short is not left in part', () => {
  const { clean } = secretFilter(['swordfish-0123456789']);
  expect(clean('the secret swordfish-0123…')).toBe('the secret (secret)…');
  expect(clean('the secret …sh-0123456789 is bad')).toBe('the secret …(secret) is bad');
});

test('a long secret is found as a whole, line by line, and cut short', () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index} of a private key ${'x'.repeat(60)}`);
  const one = Array.from({ length: 900 }, (_, index) => (index * 7919).toString(36)).join('');
  const { clean } = secretFilter([lines.join('\n'), one]);
  expect(clean(`it was: ${lines.join('\n')}`)).not.toMatch(/private key/);
  expect(clean(`it was: ${lines[7] ?? ''}.`)).toBe('it was: (secret).');
  expect(clean(`it was: ${one}`)).not.toMatch(/\w{8}/);
  expect(clean(`it was: ${one.slice(0, 200)}…`)).toBe('it was: (secret)…');
});

test('words under eight bytes are left alone, and so is everything else', () => {
  const { clean, isKnownIn } = secretFilter(['hunter2', '', '       ']);
  const text = 'hunter2 sits in the office';
  expect(clean(text)).toBe(text);
  expect(isKnownIn(text)).toBe(false);
});

test('nothing is changed where no secret is', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      const { clean } = secretFilter(['a-value-that-is-in-no-such-text']);
      expect(clean(text)).toBe(text);
    }),
  );
});
