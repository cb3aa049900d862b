import type { PolicyProtocol, VariableRoot } from './phases.ts';
import {
  anyVar,
  boolVar,
  intVar,
  listVar,
  mapVar,
  objectVar,
  type PolicyVariable,
  stringVar,
  textVar,
  timeVar,
  type VariableMap,
} from './variable.ts';

export function certificateMembers(whose: 'client' | 'server'): VariableMap {
  return {
    extensions: listVar(
      {
        members: {
          id: stringVar('The object identifier of the extension.'),
          critical: boolVar('Whether the extension is critical.'),
          value: { type: 'bytes', doc: 'The data of the extension.' },
        },
      },
      'The extensions of the certificate.',
    ),
    issuer: textVar('Who issued the certificate: the full name.', nameMembers('issuer')),
    ...(whose === 'client' ? { pem: stringVar('The certificate as PEM.') } : {}),
    san: textVar('The alternative names of the certificate.', {
      dns_names: listVar('string', 'Host names.'),
      email_addresses: listVar('string', 'E-mail addresses.'),
      ip_addresses: listVar('string', 'IP addresses.'),
      uris: listVar('string', 'URIs.'),
    }),
    serial_number: stringVar('The serial number of the certificate.'),
    signature_algorithm: stringVar('The algorithm of the signature.'),
    subject: textVar('Whose certificate it is: the full name.', nameMembers('subject')),
    validity: objectVar('When the certificate is valid.', {
      not_after: timeVar('The end of its validity.'),
      not_before: timeVar('The begin of its validity.'),
    }),
  };
}

function nameMembers(of: 'issuer' | 'subject'): VariableMap {
  const all = (noun: string): VariableMap[string] => listVar('string', `The ${noun} of the ${of}.`);
  return {
    common_name: stringVar(`The common name of the ${of}.`),
    country: all('countries'),
    locality: all('localities'),
    organization: all('organizations'),
    organizational_unit: all('organizational units'),
    postal_code: all('postal codes'),
    province: all('provinces or states'),
    street_address: all('street addresses'),
  };
}

const port = { range: [0, 65_535] } as const;

/** As documented examples write them. */
export const tlsVersions = ['1.0', '1.1', '1.2', '1.3'] as const;

/** The variables of expressions, by their first name. What a policy sets itself (`vars`, `actions`) is beside them. */

const location = (of: string, more: VariableMap): VariableMap => ({
  city: stringVar(`The city of ${of}.`),
  continent: stringVar(`The continent of ${of}.`, { form: 'continent' }),
  country: stringVar(`The name of the country of ${of}.`, { form: 'country' }),
  country_code: stringVar(`The two-letter code of the country of ${of}.`, { form: 'country-code' }),
  is_eu: boolVar(`Whether ${of} is in the European Union.`),
  metro_code: stringVar(`The metro code of ${of}.`),
  subdivision: stringVar(`The state or province of ${of}.`),
  timezone: stringVar(`The time zone of ${of}.`),
  ...more,
});

function address(of: string): PolicyVariable {
  const members: VariableMap = {
    categories: listVar('string', 'The categories of the address, such as `proxy.anonymous.tor`.'),
    is_on_blocklist: boolVar('Whether the address is on a blocklist.'),
    is_tor_node: boolVar('Whether the address is an exit of Tor.'),
    as: objectVar('The network of the address.', {
      number: intVar('The number of the autonomous system.'),
      organization: stringVar('The owner of the autonomous system.'),
    }),
    geo: objectVar('Where the address is.', {
      location: objectVar(
        'Where the address is used.',
        location('the address', {
          latitude: stringVar('The latitude, as a string.'),
          longitude: stringVar('The longitude, as a string.'),
          postal_code: stringVar('The postal code.'),
          radius: stringVar('How exact that is, in kilometers, as a string.'),
        }),
      ),
      registered_location: objectVar('Where the network is registered.', location('the registration', {})),
    }),
  };
  return textVar(`The IP address of ${of}.`, members, { form: 'address' });
}

const mediaType = (of: string): PolicyVariable =>
  textVar(
    `The media type of the ${of}.`,
    {
      parameters: mapVar('string', 'The parameters of the media type.'),
      raw: stringVar('The whole header `Content-Type`.'),
    },
    { form: 'media-type' },
  );

const headerMap = { list: 'string' } as const;
const cookie: VariableMap = { name: stringVar('Its name.'), value: stringVar('Its value.') };
const setCookie: VariableMap = {
  ...cookie,
  domain: stringVar('Its attribute `Domain`.'),
  expires: timeVar('Its attribute `Expires`.'),
  http_only: boolVar('Its attribute `HttpOnly`.'),
  max_age: { type: 'duration', doc: 'Its attribute `Max-Age`.' },
  path: stringVar('Its attribute `Path`.'),
  same_site: stringVar('Its attribute `SameSite`.'),
  secure: boolVar('Its attribute `Secure`.'),
  unparsed_attributes: mapVar('string', 'Its other attributes.'),
};

const message = (of: string, members: VariableMap): VariableMap => ({
  content_encoding: listVar('string', `The encodings of the body of the ${of}.`),
  content_length: intVar(`The size of the body of the ${of} in bytes; absent if it is unknown.`, {
    range: [0, Infinity],
  }),
  content_type: mediaType(of),
  cookies: mapVar({ list: { members } }, `The cookies of the ${of} by name.`),
  headers: mapVar(headerMap, `The headers of the ${of} by lower-case name, each with its list of values.`),
  location: stringVar(`The header \`Location\` of the ${of}.`),
  trailers: mapVar(headerMap, `The trailers of the ${of} by lower-case name.`),
});

const urlMembers: VariableMap = {
  authority: stringVar('The host with port and user.'),
  host: stringVar('The host.', { form: 'host' }),
  path: stringVar('The path, with its leading slash.', { form: 'path' }),
  port: intVar('The port; absent if the URL does not name one.', port),
  query: stringVar('The query, without the question mark.', { form: 'query' }),
  query_params: mapVar(headerMap, 'The parameters of the query by name, each with its list of values.'),
  raw: stringVar('The URL as it was sent.'),
  raw_path: stringVar('The path as it was sent.', { form: 'path' }),
  scheme: stringVar('`http` or `https`.', { values: ['http', 'https'] }),
  uri: stringVar('The path and the query.', { form: 'path-and-query' }),
  user_password: stringVar('User and password in the URL.'),
};

const userAgent = textVar('The header `User-Agent`.', {
  name: stringVar('The name of the client.'),
  version: stringVar('The version of the client.'),
  os: stringVar('The operating system.'),
  os_version: stringVar('The version of the operating system.'),
  device: stringVar('The name of the device.'),
  is_mobile: boolVar('Whether it is a mobile device.'),
  is_tablet: boolVar('Whether it is a tablet.'),
  is_desktop: boolVar('Whether it is a desktop.'),
  is_bot: boolVar('Whether it is a bot.'),
  url: stringVar('The URL in the header.'),
});

export const policyVariables: Readonly<Record<Exclude<VariableRoot, 'vars' | 'actions'>, PolicyVariable>> = {
  conn: objectVar('The connection.', {
    bytes_in: intVar('Bytes received from the client.'),
    bytes_out: intVar('Bytes sent to the client.'),
    client_ip: address('the client'),
    client_port: intVar('The port of the client.', port),
    server_ip: address('the server'),
    server_port: intVar('The port of the server.', port),
    server_region: stringVar('The region that took the connection.'),
    ts: objectVar('Times of the connection.', { start: timeVar('When it began.') }),
    geo: objectVar('Where the client is.', {
      city: stringVar('The city.'),
      country: stringVar('The name of the country.', { form: 'country' }),
      country_code: stringVar('The two-letter code of the country.', { form: 'country-code' }),
      latitude: stringVar('The latitude, as a string.'),
      longitude: stringVar('The longitude, as a string.'),
      radius: stringVar('How exact that is, in kilometers, as a string.'),
      subdivision: stringVar('The state or province.'),
    }),
    tls: objectVar('The TLS of the connection; absent without TLS.', {
      cipher_suite: stringVar('The cipher suite.'),
      ja4_fingerprint: stringVar('The JA4 fingerprint of the handshake.'),
      negotiated_alpn: stringVar('The protocol that ALPN agreed on.'),
      session_resumed: boolVar('Whether the session was resumed.'),
      sni: stringVar('The host name that the client asked for.'),
      version: stringVar('The version of TLS.', { values: tlsVersions }),
      client: objectVar('The certificate of the client; absent without one.', certificateMembers('client')),
      server: objectVar('The certificate of the server.', certificateMembers('server')),
    }),
    k8s: objectVar('The pod that called, on an endpoint of a cluster.', {
      pod: objectVar('The pod.', {
        id: stringVar('Its id.'),
        metadata: objectVar('Its metadata.', {
          name: stringVar('Its name.'),
          namespace: stringVar('Its namespace.'),
          annotations: mapVar('string', 'Its annotations.'),
          error_code: stringVar('Why it is unknown.'),
          error_message: stringVar('The same in words.'),
        }),
      }),
    }),
  }),
  endpoint: objectVar('The endpoint.', {
    addr: stringVar('Its host and port.'),
    host: stringVar('Its host.', { form: 'host' }),
    id: stringVar('Its id.'),
    port: intVar('Its port.', port),
    protocol: stringVar('`http`, `https`, `tcp` or `tls`.', { values: ['http', 'https', 'tcp', 'tls'] }),
    url: stringVar('Its URL.'),
  }),
  time: objectVar('The time.', { now: stringVar('Now, in UTC, as RFC 3339 text.') }),
  req: objectVar('The request.', {
    ...message('request', cookie),
    host: stringVar('The header `Host`.', { form: 'host' }),
    method: stringVar('The method, in capitals.', { form: 'method' }),
    ts: objectVar('Times of the request.', {
      body_received: timeVar('When the body had arrived; absent without one.'),
      header_received: timeVar('When the headers had arrived.'),
    }),
    url: textVar('The URL of the request.', urlMembers, { form: 'url' }),
    user_agent: userAgent,
    version: stringVar('The version of HTTP, such as `HTTP/2.0`.', { form: 'http-version' }),
  }),
  res: objectVar('The response.', {
    ...message('response', setCookie),
    status_code: intVar('The status.', { range: [100, 599] }),
  }),
};

/** Variables that only some protocols have. */
export const variableProtocols: Readonly<Record<string, readonly PolicyProtocol[]>> = {
  'conn.tls': ['https', 'tls'],
};

/** Names that expressions of settings have beside the variables of the phase. */
export const retryVariables: VariableMap = {
  attempts: intVar('How many requests were sent.'),
  last_attempt: objectVar('The last one.', {
    req: anyVar('Its request.'),
    res: anyVar('Its response.'),
    error: stringVar('Its error.'),
  }),
};
