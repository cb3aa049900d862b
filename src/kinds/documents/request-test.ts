import type { DocumentMap, DocumentString, DocumentTable } from './document-field.ts';
import { forms } from './forms.ts';

const text = (doc: string, example?: string): DocumentString => ({
  type: 'string',
  doc,
  ...(example === undefined ? {} : { example }),
});

const texts = <const Doc extends string>(doc: Doc) =>
  ({ type: 'list', doc, item: { type: 'string', doc: '' } }) as const;

const values = (doc: string) =>
  ({
    type: 'map',
    doc,
    values: [{ value: { type: 'any', doc: '' } }],
  }) as const satisfies DocumentMap;

const status = { type: 'number', doc: 'The status of the response.', max: 599, isWhole: true } as const;

const response = {
  type: 'group',
  doc: '',
  fields: {
    status,
    headers: values('Its headers.'),
    body: text('Its body.'),
  },
} as const;

/** A file of tests of what requests get. */
export const requestTests = {
  name: 'test',
  aliases: ['tests', 'request-test'],
  title: 'a test of what a request gets',
  doc: 'A request, facts that no file can know, and the expected response; `edgewright test` runs it.',
  file: 'tests/**/*.yaml',
  called: 'a test file',
  always: [],
  readOn: ['edgewright test --help', 'edgewright explain policy.actions'],
  fields: {
    tests: {
      type: 'list',
      doc: 'The tests of the file.',
      required: true,
      item: {
        type: 'group',
        doc: '',
        called: 'a test',
        fields: {
          name: {
            type: 'string',
            doc: 'The name of the test, a few words.',
            form: forms.something,
            required: true,
            example: 'the back office is closed',
          },
          environments: {
            type: 'list',
            doc: 'The environments that it is for; all that declare a resource for the URL if left out.',
            item: { type: 'string', doc: '', names: 'environment' },
            ifEmpty: 'leave out `environments` for all of them',
            example: ['production'],
          },
          request: {
            type: 'either',
            doc: 'The URL, or the URL with a method, headers and a body.',
            called: '`request`',
            required: true,
            example: 'https://admin.example.com/',
            short: text('The URL.'),
            long: {
              type: 'group',
              doc: '',
              fields: {
                method: text('The method; GET if left out.'),
                url: { type: 'string', doc: 'The URL.', required: true },
                headers: values('The headers by name.'),
                body: text('The body.'),
              },
            },
          },
          from: {
            type: 'group',
            doc: 'Facts about the client. The address is 203.0.113.7 if left out, everything else is unknown.',
            fields: {
              ip: { ...text('The IP address.', '203.0.113.7'), form: forms.ipAddress },
              port: { type: 'number', doc: 'The port.', max: 65_535, isWhole: true },
              country: { ...text('The two-letter code of the country.', 'DE'), form: forms.countryCode },
              continent: text('The continent.'),
              city: text('The city.'),
              subdivision: text('The state or province.'),
              timezone: text('The time zone.'),
              is_eu: { type: 'boolean', doc: 'Whether it is in the European Union.' },
            },
          },
          given: {
            type: 'group',
            doc: 'Facts that no file can know.',
            fields: {
              login: {
                type: 'either',
                doc: 'The user who has logged in; `none` if left out.',
                example: 'none',
                short: { type: 'word', doc: '', called: 'login', values: ['none'] },
                long: {
                  type: 'group',
                  doc: '',
                  fields: {
                    provider: text('The provider that the user has logged in with.'),
                    email: text('The e-mail address.'),
                    name: text('The name.'),
                    id: text('The id.'),
                    groups: texts('The groups, for SAML.'),
                    teams: texts('The teams, as `<org>/<team>`.'),
                    organizations: texts('The organizations.'),
                  },
                },
              },
              upstream: {
                type: 'either',
                doc: 'The response of the backend, or `offline`; status 200 if left out.',
                short: { type: 'word', doc: '', called: 'upstream', values: ['offline'] },
                long: response,
              },
              signature: {
                type: 'word',
                doc: 'Of a webhook.',
                called: 'signature',
                values: ['valid', 'invalid'],
              },
              basic_auth: {
                type: 'word',
                doc: 'Whether the password is right, where it is a secret.',
                called: '`basic_auth`',
                values: ['valid', 'invalid'],
              },
              jwt: {
                type: 'group',
                doc: 'The token of the request.',
                fields: {
                  valid: {
                    type: 'boolean',
                    doc: 'Whether its signature is right and it has not expired.',
                    default: true,
                  },
                  claims: values('Its claims.'),
                  header: values('Its header.'),
                },
              },
              client_certificate: {
                type: 'either',
                doc: 'The certificate of the client, by the members of `conn.tls.client`; `none` if left out. `valid: false`: no authority that is accepted has issued it.',
                short: { type: 'word', doc: '', called: 'certificate', values: ['none'] },
                long: {
                  type: 'group',
                  doc: '',
                  fields: {
                    valid: {
                      type: 'boolean',
                      doc: 'Whether an authority that is accepted has issued it.',
                      default: true,
                    },
                    subject: values('Its subject, such as `common_name`.'),
                    issuer: values('Its issuer.'),
                    san: values('Its alternative names.'),
                    serial_number: text('Its serial number.'),
                  },
                },
              },
              rate_limit: {
                type: 'word',
                doc: 'Whether there were too many requests before; `within` if left out.',
                called: '`rate_limit`',
                values: ['within', 'exceeded'],
              },
              circuit_breaker: {
                type: 'word',
                doc: 'The state of the circuit breaker; `closed` if left out.',
                called: '`circuit_breaker`',
                values: ['closed', 'open'],
              },
              firewall: {
                type: 'word',
                doc: 'The decision of the web application firewall; `pass` if left out.',
                called: '`firewall`',
                values: ['pass', 'block'],
              },
              ip_categories: texts('The categories of the address of the client.'),
              ip_policies: values('The networks that IP policies admit, by name in `ids` or id.'),
              ip_restriction: {
                type: 'word',
                doc: 'Whether the address is admitted, in place of `ip_policies`.',
                called: '`ip_restriction`',
                values: ['allowed', 'refused'],
              },
              http_request: values(
                'The responses to requests that the policy sends, by URL; `failed` for none.',
              ),
              edge: text('The HTTPS edge of the host, where the files do not tell it.'),
              now: text('The time, as RFC 3339.'),
              secrets: values('Stand-ins for secrets: `NAME` of a `$(secret:NAME)`.'),
              variables: values('Values of variables of the policy, by full name.'),
              error_status: {
                ...status,
                doc: 'The status of a response of the service that is not documented.',
              },
            },
          },
          expect: {
            type: 'group',
            doc: 'The expected response. Only what is named is compared.',
            required: true,
            fields: {
              status: { ...status, example: 403 },
              location: text('The target of a redirect.'),
              login: {
                type: 'any',
                doc: 'The provider of the login that is asked for; `true` for any, `false` for none.',
              },
              served_by: {
                type: 'string',
                doc: 'The address of the last resource that it reaches.',
                names: 'address',
              },
              forwarded_to: text('The URL of an internal endpoint that it is forwarded to.'),
              backend: { type: 'string', doc: 'The backend that gets it, as in `ids`.', names: 'id' },
              request_headers: values('Headers that the upstream gets; `null` for one that it does not get.'),
              response_headers: values('Headers that the client gets; `null` for one that it does not get.'),
              body: text('The body that the client gets.'),
              refused_by: text('The module or action that refuses it.'),
              connection: {
                type: 'word',
                doc: 'That the connection is closed without a response.',
                called: 'connection',
                values: ['refused'],
              },
            },
          },
        },
      },
    },
  },
} as const satisfies DocumentTable;
