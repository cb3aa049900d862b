import { expect, test } from 'vitest';
import { shownPolicy } from '../../src/derive/secrets/policy-secrets.ts';
import { Secret } from '../../src/model/secret.ts';
import { SecretReference } from '../../src/model/secret-reference.ts';

const policy = (credentials: readonly string[], capacity: number): string =>
  JSON.stringify({
    on_http_request: [
      {
        actions: [
          { type: 'basic-auth', config: { credentials } },
          { type: 'rate-limit', config: { capacity } },
        ],
      },
    ],
  });

const declared = new SecretReference(
  policy(['alice:$(secret:A)'], 30)
    .split('$(secret:A)')
    .flatMap((part, index) => (index === 0 ? [part] : [{ secret: 'A', as: 'json' as const }, part])),
);

test.each([
  ['another part changed', policy(['alice:one'], 99), policy(['alice:$(secret:A)'], 99)],
  ['the secret changed', policy(['alice:two'], 30), policy(['(secret)'], 30)],
  [
    'a credential was added before it',
    policy(['bob:x', 'alice:one'], 30),
    policy(['(secret)', 'alice:$(secret:A)'], 30),
  ],
  ['the service masks it', policy(['alice:****'], 30), policy(['(secret)'], 30)],
  [
    'the secret stands in a setting that the files do not have',
    policy(['alice:one'], 30).replace('"capacity":30', '"capacity":30,"name":"one","key":"two"'),
    policy(['alice:$(secret:A)'], 30).replace(
      '"capacity":30',
      '"capacity":30,"name":"(secret)","key":"(secret)"',
    ),
  ],
])('of a live policy, values that are references are never shown: %s', (_what, live, shown) => {
  expect(shownPolicy(live, declared, () => new Secret('one'))).toBe(shown);
});

test('a text that is no policy is not shown', () => {
  expect(shownPolicy('two', declared, () => new Secret('one'))).toBeUndefined();
});
