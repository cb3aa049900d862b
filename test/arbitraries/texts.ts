import fc, { type Arbitrary } from 'fast-check';
import type { TextForm } from '../../src/kinds/field.ts';

/** Texts that the API and the rules take, by what the text is. Small alphabets, so that failures are readable. */

const letters = 'abcdefghijklmnopqrstuvwxyz';

export const word: Arbitrary<string> = fc.string({
  unit: fc.constantFrom(...Array.from(letters)),
  minLength: 1,
  maxLength: 8,
});

const host = word.map((label) => `${label}.example.com`);

const path = fc.array(word, { minLength: 0, maxLength: 3 }).map((parts) => `/${parts.join('/')}`);

/** Lines for people: several scripts, some punctuation that YAML must quote, nothing that reads as an expression. */
const prose = (maxLength: number): Arbitrary<string> =>
  fc
    .array(
      fc.constantFrom(
        'shop',
        'checkout',
        'größe',
        'Zürich',
        '日本語',
        '👍',
        '#1',
        'a: b',
        '- x',
        "it's",
        '"q"',
        '100%',
        'no',
        '1.0',
      ),
      {
        minLength: 1,
        maxLength,
      },
    )
    .map((words) => words.join(' '));

const metadata = fc.oneof(
  prose(20),
  fc.record({ team: word, tier: fc.nat(9) }).map((value) => JSON.stringify(value)),
);

/** A policy as the service has been seen to take it: phases, rules, at least one action. */
export const policyTree = fc.record(
  {
    on_http_request: fc.array(policyRule(['deny', 'custom-response']), { minLength: 1, maxLength: 2 }),
    on_http_response: fc.array(policyRule(['custom-response']), { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: ['on_http_request'] },
);

/** A rule with one action, because each of these ends the chain. */
function policyRule(types: readonly string[]) {
  return fc.record(
    {
      name: word,
      expressions: fc.array(fc.constantFrom("req.method == 'POST'", "'${conn.client_ip}' != ''"), {
        minLength: 1,
        maxLength: 2,
      }),
      actions: fc.tuple(
        fc.record({
          type: fc.constantFrom(...types),
          config: fc.record({ status_code: fc.integer({ min: 400, max: 599 }) }),
        }),
      ),
    },
    { requiredKeys: ['actions'] },
  );
}

const idpMetadata = word.map(
  (name) =>
    `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://${name}.example.com/idp">\n` +
    '  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">\n' +
    '    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" ' +
    `Location="https://${name}.example.com/sso"/>\n` +
    '  </md:IDPSSODescriptor>\n</md:EntityDescriptor>',
);

const endpointUrl = fc.oneof(
  fc.tuple(fc.constantFrom('https', 'http', 'tls'), host).map(([scheme, name]) => `${scheme}://${name}`),
  fc.tuple(host, fc.integer({ min: 1, max: 65_535 })).map(([name, port]) => `tcp://${name}:${port}`),
);

const hostport = fc.tuple(host, fc.integer({ min: 1, max: 65_535 })).map(([name, port]) => `${name}:${port}`);

/** Every form that a writable field can have; the others are only answered. */
export const byForm: Readonly<Record<Exclude<TextForm, 'timestamp' | 'uri'>, Arbitrary<string>>> = {
  'cookie-prefix': word.map((name) => `${name}.`),
  description: prose(8),
  email: fc.tuple(word, host).map(([name, domain]) => `${name}@${domain}`),
  'email-domain': host,
  'endpoint-url': endpointUrl,
  'header-name': fc.tuple(fc.constantFrom('x', 'X'), word).map((parts) => parts.join('-')),
  'header-value': fc.oneof(
    word,
    fc.constantFrom('max-age=31536000; includeSubDomains', 'a, b', '1', 'true', 'DENY'),
  ),
  hostport,
  'issuer-url': host.map((name) => `https://${name}`),
  match: fc.oneof(
    path,
    host,
    fc.tuple(host, path).map((parts) => parts.join('')),
  ),
  metadata,
  opaque: word,
  organization: word,
  'saml-metadata': idpMetadata,
  team: fc.tuple(word, word).map((parts) => parts.join('/')),
  'traffic-policy': policyTree.map((tree) => JSON.stringify(tree)),
  'user-agent-pattern': word.map((name) => `(?i)^${name}/[0-9]+`),
  'webhook-provider': word,
};
