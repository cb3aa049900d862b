import type { DocumentForm, DocumentMap, DocumentString, DocumentTable } from './document-field.ts';
import { forms } from './forms.ts';

const text = (doc: string, alone: string, form?: DocumentForm): DocumentString => ({
  type: 'string',
  doc,
  alone,
  ...(form === undefined ? {} : { form }),
});

const texts = <const Doc extends string>(doc: Doc, alone: readonly string[]) =>
  ({ type: 'list', doc, item: { type: 'string', doc: '' }, alone }) as const;

/** Headers by name, each with a value or a list of them. */
const headers = (doc: string, alone: Readonly<Record<string, string>>) =>
  ({
    type: 'map',
    doc,
    keyForm: forms.headerName,
    entry: 'the header',
    values: [
      {
        keys: forms.headerName.pattern,
        value: {
          type: 'texts',
          doc: '',
          form: forms.headerValue,
          ifEmpty: 'write its values, or leave the header out',
        },
      },
    ],
    alone,
  }) as const satisfies DocumentMap;

/** The same for headers that are expected. */
const expectedHeaders = (doc: string, alone: Readonly<Record<string, string>>) => {
  const [{ keys, value }] = headers('', {}).values;
  const ifEmpty = 'write its values, or `null` for a header that is absent';
  return { ...headers(doc, alone), values: [{ keys, value: { ...value, ifEmpty, orNull: true } }] } as const;
};

const values = (doc: string, alone: Readonly<Record<string, unknown>>) =>
  ({
    type: 'map',
    doc,
    values: [{ value: { type: 'any', doc: '' } }],
    alone,
  }) as const satisfies DocumentMap;

const status = {
  type: 'number',
  doc: 'The status of the response.',
  max: 599,
  isWhole: true,
  alone: 201,
} as const;

const response = {
  type: 'group',
  doc: '',
  fields: {
    status,
    headers: headers('Its headers, each with a value or a list of values.', { 'content-type': 'text/html' }),
    body: text('Its body.', 'hello'),
  },
} as const;

const request = {
  type: 'either',
  doc: 'The URL, or the URL with a method, headers and a body.',
  called: '`request`',
  short: text('The URL.', 'https://admin.example.com/'),
  long: {
    type: 'group',
    doc: '',
    fields: {
      method: text('The method; GET if left out.', 'POST', forms.method),
      url: { type: 'string', doc: 'The URL.', required: true, alone: 'https://admin.example.com/' },
      headers: headers('The headers by name, each with a value or a list of values.', {
        'content-type': 'application/json',
      }),
      body: text('The body.', '{"id": 7}'),
    },
  },
} as const;

/** Facts about the client. */
const clientFacts = {
  ip: { type: 'string', doc: 'The IP address.', alone: '203.0.113.7', form: forms.ipAddress },
  port: { type: 'number', doc: 'The port.', max: 65_535, isWhole: true, alone: 50_000 },
  country: {
    type: 'string',
    doc: 'The two-letter code of the country.',
    alone: 'DE',
    form: forms.countryCode,
  },
  continent: text('The continent.', 'EU'),
  city: text('The city.', 'Hamburg'),
  subdivision: text('The state or province.', 'Hamburg'),
  timezone: text('The time zone.', 'Europe/Berlin'),
  binding: text('The binding of endpoints that the client can reach; `public` if left out.', 'internal'),
  is_eu: { type: 'boolean', doc: 'Whether it is in the European Union.', alone: true },
} as const;

const from = {
  type: 'either',
  doc: 'Facts about the client, or `here` for the machine that runs the test. The address is 203.0.113.7 if left out, everything else is unknown.',
  short: {
    type: 'word',
    doc: '',
    called: '`from`',
    values: ['here'],
    meanings: ['the address of this machine: `edgewright test --send` sends the test from it'],
  },
  long: { type: 'group', doc: '', fields: clientFacts },
} as const;

/** Facts that no file can know. */
const otherFacts = {
  login: {
    type: 'either',
    doc: 'The user who has logged in; `none` if left out.',
    alone: 'none',
    short: { type: 'word', doc: '', called: 'login', values: ['none'] },
    long: {
      type: 'group',
      doc: '',
      fields: {
        provider: text('The provider that the user has logged in with.', 'google'),
        email: text('The e-mail address.', 'ann@example.com'),
        name: text('The name.', 'Ann'),
        id: text('The id.', 'ann'),
        groups: texts('The groups, for SAML.', ['staff']),
        teams: texts('The teams, as `<org>/<team>`.', ['example/edge']),
        organizations: texts('The organizations.', ['example']),
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
    doc: 'Of a webhook; `valid` needs the header in which its provider signs.',
    called: 'signature',
    values: ['valid', 'invalid'],
    alone: 'valid',
  },
  basic_auth: {
    type: 'word',
    doc: 'Whether the password of the request is right, where it is a secret.',
    called: '`basic_auth`',
    values: ['valid', 'invalid'],
    alone: 'valid',
  },
  jwt: {
    type: 'group',
    doc: 'The token of the request, which has three parts with dots in its place, such as `a.b.c`.',
    fields: {
      valid: {
        type: 'boolean',
        doc: 'Whether its signature is right.',
        default: true,
        alone: true,
      },
      claims: values('Its claims.', { sub: 'ann' }),
      header: values('Its header.', { kid: 'key-1' }),
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
          alone: true,
        },
        subject: values('Its subject, such as `common_name`.', { common_name: 'ann' }),
        issuer: values('Its issuer.', { common_name: 'Example CA' }),
        san: values('Its alternative names.', { email_addresses: ['ann@example.com'] }),
        serial_number: text('Its serial number.', '7F21'),
      },
    },
  },
  rate_limit: {
    type: 'word',
    doc: 'Whether there were too many requests before; `within` if left out.',
    called: '`rate_limit`',
    values: ['within', 'exceeded'],
    alone: 'exceeded',
  },
  circuit_breaker: {
    type: 'word',
    doc: 'The state of the circuit breaker; `closed` if left out.',
    called: '`circuit_breaker`',
    values: ['closed', 'open'],
    alone: 'open',
  },
  firewall: {
    type: 'word',
    doc: 'The decision of the web application firewall; `pass` if left out.',
    called: '`firewall`',
    values: ['pass', 'block'],
    alone: 'block',
  },
  ip_categories: texts('The categories of the address of the client.', ['proxy.anonymous.tor']),
  ip_policies: {
    type: 'map',
    doc: 'The networks that IP policies admit, by name in `ids` or id.',
    entry: 'the networks of',
    values: [{ value: texts('', ['192.0.2.0/24']) }],
    alone: { 'ip-policy/office': ['192.0.2.0/24'] },
  },
  ip_restriction: {
    type: 'word',
    doc: 'Whether the address is admitted, in place of `ip_policies`.',
    called: '`ip_restriction`',
    values: ['allowed', 'refused'],
    alone: 'allowed',
  },
  http_request: {
    type: 'map',
    doc: 'The responses to requests that the policy sends, by URL; `failed` for none.',
    entry: 'the response of',
    values: [
      {
        value: {
          type: 'either',
          doc: '',
          short: { type: 'word', doc: '', called: 'response', values: ['failed'] },
          long: response,
        },
      },
    ],
    alone: { 'https://flags.example.com/': { status: 200, body: 'on' } },
  },
  edge: text(
    'The HTTPS edge of the host, where the files do not tell it; `none` if no edge has it.',
    'https-edge/main',
  ),
  now: text('The time, as RFC 3339.', '2026-06-01T12:00:00Z', forms.timestamp),
  random: {
    type: 'any',
    doc: 'The number that `rand.double()` and `rand.int(…)` return, or a list of numbers in the order of the calls.',
    alone: 0.1,
  },
  secrets: {
    type: 'map',
    doc: 'Stand-ins for secrets: `NAME` of a `$(secret:NAME)`.',
    entry: 'the stand-in of',
    values: [{ value: { type: 'string', doc: '' } }],
    alone: { API_KEY: 'stand-in' },
  },
  variables: values('Values of variables of the policy, by full name.', {
    'conn.server_region': 'eu',
  }),
  error_status: {
    ...status,
    doc: 'The status of a response of the service that is not documented.',
    alone: 502,
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
  readOn: [
    'edgewright explain test.from',
    'edgewright explain test.given',
    'edgewright explain test.expect',
    'edgewright test --help',
    'edgewright explain policy.actions',
  ],
  fields: {
    defaults: {
      type: 'group',
      doc: 'Facts for each test of the file; a test replaces a fact by its own.',
      fields: {
        from,
        given: { type: 'group', doc: 'Facts that no file can know.', fields: otherFacts },
      },
    },
    tests: {
      type: 'list',
      doc: 'The tests of the file.',
      required: true,
      item: {
        type: 'group',
        doc: '',
        called: 'a test',
        exactlyOne: ['request', 'each'],
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
          request: { ...request, example: 'https://admin.example.com/' },
          each: {
            type: 'list',
            doc: 'Requests with one expectation, in place of `request`. Each is a test of its own.',
            item: { ...request, called: 'a request of `each`' },
            ifEmpty: 'write its requests, or `request` for a single one',
            alone: [
              'https://shop.example.com/old',
              { method: 'HEAD', url: 'https://shop.example.com/older' },
            ],
          },
          from: { ...from, example: { ip: '203.0.113.7', country: 'DE' } },
          given: {
            type: 'group',
            doc: 'Facts that no file can know.',
            fields: { ...otherFacts, login: { ...otherFacts.login, example: 'none' } },
          },
          send: {
            type: 'word',
            doc: 'Whether `edgewright test --send` sends the request; if left out, it sends GET, HEAD and OPTIONS.',
            called: '`send`',
            values: ['always', 'never'],
            meanings: ['also a method that may change something', 'the test is skipped'],
            alone: 'always',
          },
          expect: {
            type: 'group',
            doc: 'The expected response. Only what is named is compared.',
            required: true,
            fields: {
              status: { ...status, example: 403 },
              location: text('The target of a redirect.', 'https://shop.example.com/'),
              login: {
                type: 'string',
                form: forms.something,
                orBoolean: true,
                doc: 'The provider of the login that is asked for; `true` for any, `false` for none.',
                alone: 'google',
              },
              served_by: {
                type: 'string',
                doc: 'The address of the last resource that it reaches.',
                names: 'address',
                alone: 'endpoint/hello',
              },
              forwarded_to: text(
                'The URL of an internal endpoint that it is forwarded to.',
                'https://api.internal',
              ),
              backend: {
                type: 'string',
                doc: 'The backend that gets it, as in `ids`.',
                names: 'id',
                alone: 'backend/shop',
              },
              request_headers: expectedHeaders(
                'Headers that the upstream gets, each with a value or a list of all its values; `null` for one that it does not get.',
                { 'x-user': 'ann@example.com' },
              ),
              response_headers: expectedHeaders(
                'Headers that the client gets, each with a value or a list of all its values; `null` for one that it does not get.',
                { 'strict-transport-security': 'max-age=31536000' },
              ),
              body: text('The body that the client gets.', 'hello'),
              refused_by: text('The module or action that refuses it.', 'ip_restriction'),
              connection: {
                type: 'word',
                doc: 'That the connection is closed without a response.',
                called: 'connection',
                values: ['refused'],
                alone: 'refused',
              },
            },
          },
        },
      },
    },
  },
} as const satisfies DocumentTable;
