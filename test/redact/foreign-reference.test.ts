import { expect, test } from 'vitest';
import { foreignSecretName } from '../../src/derive/secrets/secret-references.ts';
import { looksSecret } from '../../src/derive/secrets/sensitive-parts.ts';

test.each([
  ['${LOGIN}', 'LOGIN'],
  ['${{ secrets.LOGIN }}', 'LOGIN'],
  ['{{ .Values.login }}', 'login'],
  ['%LOGIN%', 'LOGIN'],
  ['$(LOGIN)', 'LOGIN'],
  ['$(secret: LOGIN)', 'LOGIN'],
  ['$(secrets:LOGIN)', 'LOGIN'],
  ['$(secrets.LOGIN)', 'LOGIN'],
  ['vault:secret/shop#login', 'login'],
  ['op://team/shop/login', 'login'],
])('%s is a reference to a secret, which is shown', (text, name) => {
  expect(foreignSecretName(text)).toBe(name);
  expect(looksSecret(`client_secret: "${text}"`)).toBe(false);
  expect(looksSecret(`client_secret: ${text.includes('{{') ? `'${text}'` : text}`)).toBe(false);
});

test.each(['hunter2hunter2', '$ecret$(word) and more', 'p${x}q', 'vault:', '%%', '$()'])(
  '%s is a value, which is masked',
  (text) => {
    expect(foreignSecretName(text)).toBeUndefined();
    expect(looksSecret(`client_secret: "${text}"`)).toBe(true);
  },
);
