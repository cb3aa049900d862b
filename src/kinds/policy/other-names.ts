/** Names that people write in expressions, of older documentation or of other languages, and what they mean. */

/** Variables renamed in 2024. Whether the old names still work is not documented. */
export const olderVariables: Readonly<Record<string, string>> = {
  'conn.ClientIP': 'conn.client_ip',
  'conn.Geo.CountryCode': 'conn.geo.country_code',
  'conn.Geo.Latitude': 'conn.geo.latitude',
  'conn.Geo.Longitude': 'conn.geo.longitude',
  'conn.Geo.LatLongRadiusKm': 'conn.geo.radius',
  'req.ClientTLS.CertCN': 'conn.tls.client.subject.common_name',
  'req.ClientTLS.CipherSuite': 'conn.tls.cipher_suite',
  'req.ClientTLS.SNI': 'conn.tls.sni',
  'req.ClientTLS.Version': 'conn.tls.version',
  'req.ContentLength': 'req.content_length',
  'req.Cookies': 'req.cookies',
  'req.Method': 'req.method',
  'req.URL': 'req.url',
  'req.Path': 'req.url.path',
  'req.Params': 'req.url.query_params',
  'req.Protocol': 'req.version',
  'req.Host': 'req.host',
  'req.Location': 'req.location',
  'req.Headers': 'req.headers',
  'req.Trailers': 'req.trailers',
  'res.ContentLength': 'res.content_length',
  'res.Cookies': 'res.cookies',
  'res.Headers': 'res.headers',
  'res.Location': 'res.location',
  'res.StatusCode': 'res.status_code',
  'res.Trailers': 'res.trailers',
  'res.ServerTLS.CertCN': 'conn.tls.server.subject.common_name',
};

/** Names that no documentation had. */
export const otherVariables: Readonly<Record<string, string>> = {
  'req.path': 'req.url.path',
  'req.query': 'req.url.query',
  'req.query_params': 'req.url.query_params',
  'req.params': 'req.url.query_params',
  'req.uri': 'req.url.uri',
  'req.scheme': 'req.url.scheme',
  'req.user_agent.raw': 'req.user_agent',
  'req.ip': 'conn.client_ip',
  'req.client_ip': 'conn.client_ip',
  'req.remote_addr': 'conn.client_ip',
  'conn.ip': 'conn.client_ip',
  'conn.region': 'conn.server_region',
  'conn.client_ip.geo.country_code': 'conn.client_ip.geo.location.country_code',
  'conn.client_ip.geo.country': 'conn.client_ip.geo.location.country',
  'res.status': 'res.status_code',
  request: 'req',
  response: 'res',
  client_ip: 'conn.client_ip',
  connection: 'conn',
};

/** Parts of a message that cannot be read, and the alternative. */
export const unavailableVariables: Readonly<Record<string, string>> = {
  'req.body':
    'an expression cannot read the body: use an action that replaces text in bodies, or that sends a request',
  'res.body': 'an expression cannot read the body: use an action that replaces text in bodies',
};

/** Functions renamed in 2025, with the call to write. */
export const olderFunctions: Readonly<Record<string, string>> = {
  secret: 'secrets.get',
  'security.secret': 'secrets.get',
  'b64.encode': 'base64.encode',
  'b64.decode': 'base64.decode',
  isUrl: 'isURL',
};

/** Names of functions in other languages. */
export const otherFunctions: Readonly<Record<string, string>> = {
  includes: 'contains',
  startswith: 'startsWith',
  starts_with: 'startsWith',
  has_prefix: 'startsWith',
  endswith: 'endsWith',
  ends_with: 'endsWith',
  has_suffix: 'endsWith',
  toLowerCase: 'lower',
  toLower: 'lower',
  lowercase: 'lower',
  toUpperCase: 'upper',
  toUpper: 'upper',
  length: 'size',
  len: 'size',
  any: 'exists',
  some: 'exists',
  every: 'all',
  match: 'matches',
  test: 'matches',
  cidr: 'inCidrRange',
  isInSubnet: 'inCidrRange',
  hasHeader: 'hasReqHeader',
  getHeader: 'getReqHeader',
};

/** Functions that only an old price list names: whether they exist is unknown. */
export const rumoredFunctions = /^(?:http|utility)\./;

/** Other names of the keys of an action. */
export const otherActionKeys: Readonly<Record<string, string>> = {
  with: 'config',
  options: 'config',
  settings: 'config',
};
