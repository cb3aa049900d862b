/** Which settings stand in the conditions of a plan: those by which two actions, or two logins, differ. */
import { expect, test } from 'vitest';
import { withTellingSettings, withoutSettings } from '../../src/plan/exposure/settings-text.ts';

test.each<[string, readonly string[], readonly string[]]>([
  ['one login', ['logged in with google {client_id: "a"}'], ['logged in with google']],
  [
    'two of one provider',
    [
      'logged in with oidc {client_id: "a", issuer: "x"}',
      'logged in with oidc {client_id: "b", issuer: "x"}',
    ],
    ['logged in with oidc {client_id: "a"}', 'logged in with oidc {client_id: "b"}'],
  ],
  [
    'a setting that one of them lacks',
    ['signed {provider: "github"}', 'signed {provider: "github", secret: "s"}'],
    ['signed {secret: none}', 'signed {secret: "s"}'],
  ],
  [
    'two providers',
    ['logged in with google {client_id: "a"}', 'logged in with github {client_id: "b"}'],
    ['logged in with google', 'logged in with github'],
  ],
  [
    'settings in the middle of a condition, with commas, braces and quotes in them',
    ['response of http-request {body: "a, \\"}", headers: {a: [1, 2]}, url: "u"}.status_code == 200'],
    ['response of http-request.status_code == 200'],
  ],
  [
    'two calls that differ in a list',
    [
      'x of call {headers: [a, b], url: "u"}',
      'y of call {headers: [a, c], url: "u"} and z of call {headers: [a, b], url: "u"}',
    ],
    ['x of call {headers: [a, b]}', 'y of call {headers: [a, c]} and z of call {headers: [a, b]}'],
  ],
  ['none', ["req.url.path.startsWith('/a')", 'a {'], ["req.url.path.startsWith('/a')", 'a {']],
  ['empty', ['signed {}'], ['signed']],
])('%s', (_, texts, shown) => {
  expect(withTellingSettings(texts)).toEqual(shown);
});

test('a name alone', () => {
  expect(withoutSettings('serve-cached {ttl: "60s"}')).toBe('serve-cached');
});
