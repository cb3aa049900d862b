/**
 * Names of headers by which an upstream knows who a caller is. Its choice is unknown, so these are those that proxies
 * use.
 */
const identifying = new RegExp(
  `^(?:${[
    '(?:x-)?remote-',
    '(?:x-)?forwarded-(?!proto|host|port|prefix|path|scheme|ssl|server)',
    'forwarded$',
    'x-auth',
    '(?:x-)?authenticated',
    'x-(?:user|username|email|groups?|roles?|login|account|principal|identity|subject|sub|tenant|org|admin|internal|trusted|verified)(?:-|s?$)',
    'x-(?:webauth|jwt|token|access|id-token|api-key|consumer|credential|impersonate|client-cert|client-dn|client-verify|client-ip|ssl|real-ip)',
    'x-(?:ms-client|goog-authenticated|goog-iap|amzn-oidc|pomerium|vouch|spiffe|original|rewrite|http-method)',
    'cf-access|cf-connecting-ip|true-client-ip|impersonate-|tailscale-user|ssl-client|client-cert',
    'authorization$|proxy-authorization$',
  ].join('|')})`,
  'i',
);

export function isIdentityHeader(name: string): boolean {
  return identifying.test(name);
}
