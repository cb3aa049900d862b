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
const words = /[A-Za-z0-9+/_=.~-]{16,}/g;
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
  for (const match of text.matchAll(words)) {
    const word = match[0];
    if (tokenPrefixes.some((prefix) => word.startsWith(prefix)))
      return { start: match.index, end: match.index + word.length };
  }
  return undefined;
}
