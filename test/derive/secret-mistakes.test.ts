import { expect, test } from 'vitest';
import { secretMistakes } from '../../src/derive/secrets/secret-mistakes.ts';
import { Secret } from '../../src/model/secret.ts';
import type { Spec } from '../../src/model/value.ts';
import { SecretReference } from '../../src/model/secret-reference.ts';

const pem = (label: string): string => `-----BEGIN ${label}-----\nMIIB\n-----END ${label}-----\n`;
const bare = new SecretReference([{ secret: 'S' }]);
const policyWith = (action: object): Spec => ({
  traffic_policy: {
    value: new SecretReference(
      JSON.stringify({ on_http_request: [{ actions: [action] }] })
        .split('$(secret:S)')
        .flatMap((text, index) => (index === 0 ? [text] : [{ secret: 'S', as: 'json' } as const, text])),
    ),
  },
});
const places: Readonly<Record<string, Spec>> = {
  header: { request_headers: { add: { authorization: new SecretReference(['Bearer ', { secret: 'S' }]) } } },
  'client secret': { oidc: { client_secret: bare } },
  webhook: { webhook_verification: { secret: bare } },
  'policy header': policyWith({ type: 'add-headers', config: { headers: { x: '$(secret:S)' } } }),
  'policy secret': policyWith({ type: 'openid-connect', config: { client_secret: '$(secret:S)' } }),
  'policy text': policyWith({ type: 'log', config: { metadata: { note: '$(secret:S)' } } }),
  'private key': policyWith({ type: 'terminate-tls', config: { server_private_key: '$(secret:S)' } }),
  certificate: policyWith({ type: 'terminate-tls', config: { server_certificate: '$(secret:S)' } }),
  url: policyWith({ type: 'http-request', config: { url: 'https://u:$(secret:S)@hooks.example.com/x' } }),
  credentials: policyWith({ type: 'basic-auth', config: { credentials: ['user:$(secret:S)'] } }),
};

test.each([
  ['header', 'word\r\nX-Injected: yes', 'contains a line break'],
  ['header', 'word\n', 'ends with a line break'],
  ['header', 'word\0', 'contains a NUL'],
  ['header', 'fine-word', undefined],
  ['client secret', 'word\n', 'ends with a line break'],
  ['client secret', '\ufeffword', 'begins with a byte order mark'],
  ['client secret', 'word\ufffd', 'is not UTF-8'],
  ['client secret', 'a "quoted" \\ word', undefined],
  ['webhook', 'one\ntwo', 'contains a line break'],
  ['policy header', 'one\ntwo', 'contains a line break'],
  ['policy secret', 'word\n', 'ends with a line break'],
  ['policy secret', 'a ${env.x}', 'contains `${`, which begins an expression there'],
  ['policy text', 'one\ntwo\n', undefined],
  ['policy text', '"quoted" {"json": 1}', undefined],
  ['private key', pem('PRIVATE KEY'), undefined],
  ['private key', pem('EC PRIVATE KEY'), undefined],
  [
    'private key',
    pem('PRIVATE KEY').replaceAll('\n', '\\n'),
    'is not a private key in PEM with its line breaks',
  ],
  ['private key', pem('CERTIFICATE'), 'is not a private key in PEM with its line breaks'],
  ['certificate', pem('CERTIFICATE'), undefined],
  ['certificate', 'a-word', 'is not a certificate in PEM with its line breaks'],
  ['url', 'word', undefined],
  ['url', 'a%2Fb', undefined],
  ['url', 'a/b', 'makes a different URL: encode it for its place'],
  ['url', 'word@other.example.com/', 'makes a different URL: encode it for its place'],
  ['credentials', 'a-long-password', undefined],
  ['credentials', 'short', 'makes a password of fewer than 8 or more than 128 characters'],
])('%s, %j: %s', (place, value, what) => {
  const resource = { kind: 'https-route', spec: places[place] ?? {} } as const;
  const found = secretMistakes(resource, () => new Secret(value));
  expect(found.map((mistake) => [mistake.name, mistake.what])).toEqual(
    what === undefined ? [] : [['S', what]],
  );
  expect(secretMistakes(resource, () => undefined)).toEqual([]);
});

test('a place in a list has its number', () => {
  const spec = places.credentials ?? {};
  const found = secretMistakes({ kind: 'https-route', spec }, () => new Secret('short'));
  const inPolicy = ['on_http_request', 0, 'actions', 0, 'config', 'credentials', 0];
  expect(found[0]?.path).toEqual(['traffic_policy', 'value', ...inPolicy]);
});
