import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
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

const tokens = [
  'Tr0ub4dor&3-staple',
  'hunter4hunter4',
  '7be1f09a52c84d6633f0ab19e47c5d28',
  'XkPqZrTbWmLnHd',
  'p@$$w0rd!x#9',
  'sk_live_51H8xYzab2Cd9',
  'correct horse battery staple',
  'production-secret-number-one',
  'https://hooks.example.com/services/T0AB12CD/abc1DEF4xyz',
  'postgres://shop:Zx81-Tq09_mmk@db.example.com:5432/shop',
];

test.each(tokens)('%s in another case', (value) => {
  const { clean, isKnownIn } = secretFilter([value]);
  const mixed = Array.from(value, (one, at) => (at % 2 === 0 ? one.toUpperCase() : one.toLowerCase()));
  for (const form of [value.toUpperCase(), value.toLowerCase(), mixed.join('')]) {
    expect(clean(`"${form}" is bad`)).toBe('"(secret)" is bad');
    expect(isKnownIn(form)).toBe(true);
  }
});

test('letters that become two in another case', () => {
  const value = 'straße-İstanbul-ΣΊΣΥΦΟΣ-9';
  const { clean } = secretFilter([value]);
  for (const form of [value, value.toUpperCase(), value.toLowerCase()]) expect(clean(form)).toBe('(secret)');
});

test.each(tokens)('%s without its first or last characters, in each encoding and case', (value) => {
  const { clean } = secretFilter([value]);
  for (let missing = 1; missing <= 3; missing++)
    for (const part of [value.slice(missing), value.slice(0, -missing)])
      for (const [name, form] of encodingsOf(part))
        for (const shown of name.startsWith('base64') ? [form] : [form, form.toUpperCase()])
          expect(clean(`said <${shown}>`), `${name} of ${part}`).toBe('said <(secret)>');
});

test('eight characters that no word has are enough, in any place', () => {
  const { clean } = secretFilter(['7be1f09a52c84d6633f0ab19e47c5d28', 'sk_live_51H8xYzab2Cd9']);
  expect(clean('key 7be1f09a, then e47c5d28 and SK_LIVE_51H8XY')).toBe(
    'key (secret), then (secret) and (secret)',
  );
  expect(clean('7be1f09 sk_live_51')).toBe('7be1f09 sk_live_51');
  const repeated = secretFilter(['ab12ab12ab12cd34']).clean;
  expect(repeated('ab12ab12ab12ab12cd34.ab12cd34ab12cd34ab12')).toBe('(secret).(secret)ab12');
});

/** Values that begin, end or read like ordinary words: what is ordinary in them stays where it is not the value. */
const ordinary = [
  'https://hooks.example.com/services/T0AB12CD/abc1DEF4xyz',
  'https://api.example.com/shop-webhook',
  'http://127.0.0.1:4040/a-long-path-of-a-webhook',
  'production-database-password-of-the-shop',
  'edgewright-apply-env-production-2026',
  'sha256:7be1f09a52c84d6633f0ab19e47c5d28',
  'sk_live_51H8xYzab2Cd9',
  'oauth2-client-secret-8Zk2Lq0Vx9',
  '2026-11-22T09:46:00Z-x1Y2z3W4',
  "req.url.path.startsWith('/checkout') && req.headers['x-key'] != '8Zk2Lq0Vx9'",
  '{"type":"service_account","client_email":"shop@example.com","private_key_id":"4f5d2c1b8a"}',
  '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj\n-----END PRIVATE KEY-----',
];
test('a word that is a secret is masked as it is, and left alone in another case or in part', () => {
  const { clean } = secretFilter(['checkout', 'Content-Type', 'read-only', 'Passw0rd']);
  const text = 'CHECKOUT, Checkout, check, content-type, Content, Read-Only, read-on, Passw';
  expect(clean(text)).toBe(text);
  expect(clean('to checkout as Content-Type')).toBe('to (secret) as (secret)');
});

test('ordinary texts stay as they are: the reports that tests have recorded, and the pages', () => {
  const { clean } = secretFilter([...ordinary, ...tokens.slice(0, 8)]);
  const texts = recordedTexts();
  expect(texts.length).toBeGreaterThan(150);
  for (const [file, text] of texts) {
    const lines = text.split('\n').filter((line) => !line.includes('…'));
    expect(
      lines.filter((line) => clean(line) !== line),
      file,
    ).toEqual([]);
    expect(clean(lines.join('\n')) === lines.join('\n'), file).toBe(true);
  }
});

function recordedTexts(): readonly (readonly [string, string])[] {
  const folders = ['test/lint/corpus', 'test/lint/findings', 'test/report', 'test/scenarios/cases', 'docs'];
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?:expected|findings|report)?[\w-]*\.(?:txt|md)$|\.yaml$/.test(name))
      .map((name) => [name, readFileSync(path.join(folder, name), 'utf8')] as const),
  );
}
