import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonical } from '../../src/derive/compare/canonical.ts';
import { compareValues } from '../../src/derive/compare/compare-values.ts';
import { fieldAt } from '../../src/derive/forms/fields.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import { Secret } from '../../src/model/secret.ts';
import type { Json, Path, Value } from '../../src/model/value.ts';
import { runs } from '../runs.ts';
import { canonicalJson } from '../../src/text/json/canonical-json.ts';
import { SecretReference } from '../../src/model/secret-reference.ts';

const nothing = (): undefined => undefined;
const field = (kind: KindName, ...path: Path) => fieldAt(kind, path)!;
const url = field('endpoint', 'url');
const bindings = field('endpoint', 'bindings');
const policy = field('endpoint', 'traffic_policy');
const add = field('https-route', 'request_headers', 'add');
const breaker = field('https-route', 'circuit_breaker');
const secret = field('https-route', 'oidc', 'client_secret');

const same: readonly (readonly [
  string,
  Parameters<typeof compareValues>[0],
  Value | undefined,
  Value | undefined,
])[] = [
  [
    'the case of a host, and the default port',
    url,
    'https://Shop.example.com:443',
    'https://shop.example.com',
  ],
  ['the order of a set, and what stands in it twice', bindings, ['b', 'a', 'b'], ['a', 'b']],
  ['JSON and YAML of one policy', policy, '{"on_http_request":[]}', 'on_http_request: []\n'],
  ['the order of keys in a policy', policy, '{"a":1,"b":2}', '{"b":2,"a":1}'],
  ['the case of header names', add, { 'X-A': '1' }, { 'x-a': '1' }],
  ['enabled written out', breaker, { enabled: true, num_buckets: 4 }, { num_buckets: 4 }],
  ['an empty text and none', field('endpoint', 'description'), '', undefined],
  ['false and none', field('endpoint', 'pooling_enabled'), false, undefined],
  [
    'a provider in another case',
    field('https-route', 'webhook_verification', 'provider'),
    'GitHub',
    'github',
  ],
];

const different: typeof same = [
  ['another port', url, 'https://shop.example.com:8443', 'https://shop.example.com'],
  ['another item', bindings, ['public'], ['internal']],
  ['another policy', policy, '{"a":1}', '{"a":2}'],
  ['the order of a list in a policy', policy, '{"a":[1,2]}', '{"a":[2,1]}'],
  ['the case of a header value', add, { 'x-a': 'A' }, { 'x-a': 'a' }],
  ['zero and none', field('https-route', 'circuit_breaker', 'num_buckets'), 0, undefined],
  ['disabled and enabled', breaker, { enabled: false }, {}],
  ['the case of a path', field('https-route', 'match'), '/A', '/a'],
];

test.each(same)('%s: the same', (_, of, left, right) => {
  expect(compareValues(of, left, right, nothing)).toBe('same');
  expect(compareValues(of, right, left, nothing)).toBe('same');
});

test.each(different)('%s: different', (_, of, left, right) => {
  expect(compareValues(of, left, right, nothing)).toBe('different');
  expect(compareValues(of, right, left, nothing)).toBe('different');
});

test('a secret is compared when it resolves and the API echoes it, else not at all', () => {
  const reference = new SecretReference([{ secret: 'OIDC' }]);
  const lookup = (): Secret => new Secret('hunter2hunter2');
  expect(compareValues(secret, reference, new Secret('hunter2hunter2'), lookup)).toBe('same');
  expect(compareValues(secret, reference, new Secret('another-value'), lookup)).toBe('different');
  expect(compareValues(secret, reference, new Secret('hunter2hunter2'), nothing)).toBe('unknown');
  for (const mask of ['', '****', '<redacted>']) {
    expect(compareValues(secret, reference, new Secret(mask), lookup)).toBe('unknown');
  }
});

test('canonical is idempotent, and the order of a set never counts', () => {
  const fields = [url, bindings, policy, add, breaker];
  fc.assert(
    fc.property(fc.constantFrom(...fields), fc.jsonValue(), (of, value) => {
      const once = canonical(of, value as Json);
      expect(canonicalJson(canonical(of, once))).toBe(canonicalJson(once));
    }),
    { numRuns: runs(500) },
  );
  fc.assert(
    fc.property(
      fc
        .array(fc.string(), { minLength: 1 })
        .chain((items) =>
          fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })),
        ),
      ([items, shuffled]) => {
        expect(compareValues(bindings, items, shuffled, nothing)).toBe('same');
      },
    ),
  );
});
