import { certificateMembers } from '../certificate-variables.ts';
import type { TrafficAction } from '../traffic-action.ts';
import { errorVar, listVar, objectVar, stringVar } from '../variable.ts';

const versions = ['1.2', '1.3'] as const;

export const terminateTlsAction: TrafficAction = {
  type: 'terminate-tls',
  title: 'TLS termination',
  doc: 'Ends TLS at the service with chosen versions and certificates, and may ask clients for a certificate.',
  source: 'actions/terminate-tls',
  phases: ['on_tcp_connect'],
  protocols: ['https', 'tls'],
  role: 'limits',
  ends: 'on-refusal',
  effect: 'check-certificate',
  guardsWith: 'mutual_tls_certificate_authorities',
  shows: 'without-secrets',
  settings: {
    min_version: {
      type: 'string',
      values: versions,
      default: '1.2',
      stricter: 'at-least',
      doc: 'The oldest version of TLS that a client may use. In quotes, because `1.2` is a number in YAML.',
    },
    max_version: {
      type: 'string',
      values: versions,
      default: '1.3',
      doc: 'The newest version of TLS that a client may use.',
    },
    server_private_key: {
      type: 'string',
      form: 'private-key',
      expressions: 'template',
      secret: true,
      stricter: 'any',
      doc: 'The private key of the certificate (PEM), as a reference to a secret.',
    },
    server_certificate: {
      type: 'string',
      form: 'certificate',
      expressions: 'template',
      stricter: 'any',
      doc: 'The certificate that clients see (PEM).',
    },
    mutual_tls_certificate_authorities: {
      type: 'list',
      stricter: 'allow-list',
      doc: 'The authorities that must have issued the certificates of clients.',
      items: {
        type: 'string',
        form: 'ca',
        expressions: 'template',
        doc: 'The id of a certificate authority, or its certificate (PEM).',
      },
    },
    mutual_tls_verification_strategy: {
      type: 'string',
      values: ['require-and-verify', 'require-any', 'request'],
      default: 'require-and-verify',
      stricter: 'default-strictest',
      doc: 'Whether a client must have a certificate and whether it is verified. `require-and-verify` by default; the others let unknown clients pass.',
    },
  },
  rules: [
    {
      rule: 'needs',
      when: { setting: 'server_private_key' },
      anyOf: ['server_certificate'],
      code: 2240,
      why: 'A key is used with its certificate only.',
    },
    {
      rule: 'needs',
      when: { setting: 'server_certificate' },
      anyOf: ['server_private_key'],
      code: 2240,
      why: 'A certificate is used with its key only.',
    },
    { rule: 'at-most', low: 'min_version', high: 'max_version' },
    {
      rule: 'needs',
      when: { setting: 'mutual_tls_verification_strategy' },
      anyOf: ['mutual_tls_certificate_authorities'],
      certainty: 'assumed',
      why: 'There is no authority to verify certificates against.',
    },
  ],
  results: {
    name: 'terminate_tls',
    members: {
      cipher_suite: stringVar('The cipher suite in use.'),
      sni: stringVar('The host name that the client asked for.'),
      version: stringVar('The version of TLS in use.'),
      warnings: listVar('string', 'Unusual properties of the connection.'),
      error: errorVar,
      client: objectVar('The certificate of the client.', certificateMembers('client')),
      server: objectVar('The certificate of the server.', certificateMembers('server')),
    },
  },
  otherNames: ['mutual-tls', 'mutual_tls', 'tls-termination', 'tls_termination'],
  refusals: [2203, 2205, 2222, 2228, 2240],
};
