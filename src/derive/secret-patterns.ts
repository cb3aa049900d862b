/** Prefixes by which the tokens of well-known services are recognised. */
const tokenPrefixes = [
  'AKIA',
  'ASIA',
  'AIza',
  'SG.',
  'dop_v1_',
  'eyJ',
  'ghp_',
  'gho_',
  'ghu_',
  'ghs_',
  'ghr_',
  'github_pat_',
  'glpat-',
  'hvs.',
  'npm_',
  'pypi-',
  'rk_live_',
  'shpat_',
  'sk_live_',
  'sk_test_',
  'sk-',
  'whsec_',
  'xoxa-',
  'xoxb-',
  'xoxp-',
];

const schemes = /\b(?:Bearer|Basic|Token|ApiKey)\s+([A-Za-z0-9+/_=.~-]{8,})/i;
const shortestToken = 16;
// Also behind `=`, `:` or `/`: cookies, addresses and queries carry tokens too.
const tokens = new RegExp(
  String.raw`(?<![\w.~-])(?:${tokenPrefixes.map((prefix) => prefix.replaceAll('.', String.raw`\.`)).join('|')})[A-Za-z0-9+/_=.~-]*`,
  'g',
);
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** The part of a text that looks like a secret: a known token, a credential of an HTTP scheme, a private key. */
export function secretIn(text: string): { readonly start: number; readonly end: number } | undefined {
  if (text.length < 8) return undefined;
  const key = privateKey.exec(text);
  if (key !== null) return { start: key.index, end: text.length };
  const scheme = schemes.exec(text);
  if (scheme?.[1] !== undefined)
    return {
      start: scheme.index + scheme[0].length - scheme[1].length,
      end: scheme.index + scheme[0].length,
    };
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token.length >= shortestToken) return { start: index, end: index + token.length };
  }
  return undefined;
}

const credentialHeaders = /^(?:proxy-)?authorization$|^(?:set-)?cookie$|token|secret|password|api[-_]?key/i;

/** Whether a header's name says that its value is a credential, whatever the value looks like. */
export function isCredentialHeader(name: string): boolean {
  return credentialHeaders.test(name);
}
