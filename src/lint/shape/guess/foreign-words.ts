/** Keys of other gateways, in lower case without `-` and `_`, with the equivalent here. */
const words: Readonly<Record<string, string>> = {
  basicauth: 'a login is `oauth`, `saml` or `oidc`; basic authentication is an action of a traffic policy',
  auth: 'a login is `oauth`, `saml` or `oidc`',
  jwt: 'tokens are checked by a traffic policy, logins by `oidc`',
  cors: 'answer CORS by `response_headers`, and `options_passthrough` of a login',
  gzip: 'write `compression: {}`',
  compress: 'write `compression: {}`',
  headers: 'write `request_headers` or `response_headers`',
  ratelimit: 'a rate limit is an action of `traffic_policy`',
  ratelimiting: 'a rate limit is an action of `traffic_policy`',
  redirect: 'a redirect is an action of `traffic_policy`',
  rewrite: 'a rewrite is an action of `traffic_policy`',
  policy: 'write `traffic_policy`',
  policies: 'write `traffic_policy`',
  ipwhitelist: 'write `ip_restriction`',
  ipallowlist: 'write `ip_restriction`',
  ippolicy: 'write `ip_restriction: { ip_policy_ids: [ … ] }`',
  allowcidrs: 'name an IP policy in `ip_restriction`',
  mtls: 'write `mutual_tls` on a TLS edge',
  tls: 'write `tls_termination` on a TLS edge',
  path: 'write `match`, and `match_type`',
  pathprefix: 'write `match_type: path_prefix`, and `match`',
  prefix: 'write `match_type: path_prefix`, and `match`',
  host: 'write the host into `match`, as `host/path`',
  hostname: 'write the host into `match`, as `host/path`',
  hosts: 'write the host into `match`, as `host/path`',
  edge: 'write `edge_id`',
  backends: 'write `backend: { backend_id: … }`',
  service: 'write `backend: { backend_id: … }`',
  upstream: 'write `backend: { backend_id: … }`',
  target: 'write `backend: { backend_id: … }`',
  retries: 'the API has no retries; `circuit_breaker` sheds load from a backend that fails',
  timeout: 'the API has no timeouts; `circuit_breaker` sheds load from a backend that fails',
  webhook: 'write `webhook_verification`',
  websocket: 'write `websocket_tcp_converter`',
  useragent: 'write `user_agent_filter`',
};

/** The equivalent here of a key of another gateway. */
export function meantByForeign(key: string): string | undefined {
  const folded = key.toLowerCase().replaceAll(/[-_]/g, '');
  return Object.hasOwn(words, folded) ? words[folded] : undefined;
}
