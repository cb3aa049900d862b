/**
 * Detects secrets in texts that should have none: the single detector for lint, all outputs and data kept from live
 * objects. It knows forms, not entropy: hashes, UUIDs, ids and base64 images are as random but not secret.
 */

import type { Range } from '../../model/document.ts';

/** Prefixes that only tokens have; a token has at least 16 characters with a digit among them. */
const ownPrefixes = [
  'AIza',
  'GOCSPX-',
  'dckr_pat_',
  'dop_v1_',
  'ghp_',
  'gho_',
  'ghu_',
  'ghs_',
  'ghr_',
  'github_pat_',
  'glpat-',
  'glptt-',
  'glrt-',
  'hvs.',
  'rk_live_',
  'shpat_',
  'sk_live_',
  'sk_test_',
  'whsec_',
  'xapp-',
  'xoxa-',
  'xoxb-',
  'xoxe-',
  'xoxp-',
];

/** Prefixes that names have too (`npm_config_registry`, `sk-checkout-eu`): a long unbroken run must follow. */
const sharedPrefixes = ['hf_', 'npm_', 'pypi-', 'sk-'];

// Also after `=`, `:` or `/`: cookies, URLs and queries contain tokens too.
const start = String.raw`(?<![\w.~-])`;
const rest = '[A-Za-z0-9+/_=.~-]';
const shortestRun = 16;

const tokens = new RegExp(
  start +
    String.raw`(?:(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])` +
    String.raw`|eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)*` +
    String.raw`|SG\.[\w-]{8,}\.[\w-]{8,}` +
    String.raw`|ya29\.[\w-]{16,}` +
    `|(?:${ownPrefixes.join('|').replaceAll('.', String.raw`\.`)})${rest}*` +
    `|(?:${sharedPrefixes.join('|')})${rest}*)`,
  'g',
);
// Not the name of a resource before its id: `endpoint/basic  ep_…`.
const schemes =
  /(?<!(?:endpoint|https-route|tls-edge)\/)\b(?:Bearer|Basic|Token|ApiKey)[ \t]+([A-Za-z0-9+/_.~-]{8,}={0,2})(?![\w=])/gi;
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----|[\s\S]*$)/g;
// Starts at `://` without the scheme: searching for the scheme's start would take quadratic time.
const userinfo = /:\/\/[^\s/?#:@'"<>]*:([^\s/?#@'"<>$*(){}]{3,})@(?=[\w[])/gi;
const anyPrefix = [...ownPrefixes, ...sharedPrefixes].join('|').replaceAll('.', String.raw`\.`);
const atStart = String.raw`(?:AKIA|ASIA|eyJ|SG\.|ya29|${anyPrefix})`;
/** Without `^`, which would make the search through a whole file three times as slow. */
const anyInside = new RegExp(String.raw`[^\w.~-]${atStart}|PRIVATE KEY|:\/\/[^\s/]*@`);
const anyAtStart = new RegExp(`^${atStart}`);
// On its own: ignoring the case of all prefixes too takes V8 longer to compile than a short run has texts to search.
const anyScheme = /\b(?:Bearer|Basic|Token|ApiKey)[ \t]/i;

/** The parts of a text that look like secrets, in order: tokens, credentials of HTTP schemes and URLs, private keys. */
export function secretsIn(text: string): readonly Range[] {
  // Fast path: nearly all texts have none.
  if (text.length < 8 || isClean(text)) return none;
  const parts = [
    ...matches(text, privateKey, 0),
    ...matches(text, schemes, 1).filter(({ found }) => isCredential(found) && !isExample(found)),
    ...matches(text, userinfo, 1).filter(({ found }) => !examples.has(found.toLowerCase())),
    ...matches(text, tokens, 0).filter(({ found }) => isToken(found)),
  ];
  return apart(parts);
}

function isClean(text: string): boolean {
  return !anyInside.test(text) && !anyAtStart.test(text) && !anyScheme.test(text);
}

const none: readonly Range[] = [];

/** Whether the part is the password of a URL, which the rules on URLs report themselves. */
export function isInAddress(text: string, { start: from }: Range): boolean {
  return /:\/\/[^\s/?#]*:$/.test(text.slice(0, from));
}

/** The first such part. */
export function secretIn(text: string): Range | undefined {
  return secretsIn(text)[0];
}

/** The text with each such part replaced by the result of `mask`. */
export function withoutSecrets(text: string, mask: (part: string) => string): string {
  const parts = secretsIn(text);
  if (parts.length === 0) return text;
  let shown = '';
  let at = 0;
  for (const { start: from, end } of parts) {
    shown += text.slice(at, from) + mask(text.slice(from, end));
    at = end;
  }
  return shown + text.slice(at);
}

interface Match extends Range {
  readonly found: string;
}

function matches(text: string, form: RegExp, group: 0 | 1): readonly Match[] {
  return [...text.matchAll(form)].map((match) => {
    const found = match[group] ?? '';
    const at = group === 0 ? match.index : match.index + match[0].lastIndexOf(found);
    return { start: at, end: at + found.length, found };
  });
}

/** In order, with overlapping parts merged. */
function apart(parts: readonly Range[]): readonly Range[] {
  const kept: { start: number; end: number }[] = [];
  for (const { start: from, end } of [...parts].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    if (last === undefined || from >= last.end) kept.push({ start: from, end });
    else last.end = Math.max(last.end, end);
  }
  return kept;
}

function isToken(found: string): boolean {
  const shared = sharedPrefixes.find((prefix) => found.startsWith(prefix));
  if (shared !== undefined) return found.split(/[-_.~/=]/).some(isRun);
  return found.length >= shortestRun && /\d/.test(found);
}

function isRun(part: string): boolean {
  return part.length >= shortestRun && /\d/.test(part) && /[A-Za-z]/.test(part);
}

/** Excludes prose ("Basic authentication"): a credential has digits, mixed case, or an encoded name and password. */
function isCredential(found: string): boolean {
  if (/^[A-Za-z][a-z]*[.-]?$/.test(found)) return isNameAndPassword(found);
  return /\d|[a-z][A-Z]|[+/=_~]/.test(found) || isNameAndPassword(found);
}

/** Base64 of `name:password`. */
function isNameAndPassword(found: string): boolean {
  return found.length % 4 === 0 && /^[\x20-\x7e]*:[\x20-\x7e]+$/.test(decoded(found));
}

/** Base64 of a name and a placeholder, such as a suggested test has where the password does not matter. */
function isExample(found: string): boolean {
  const [, password] = /^[\x20-\x7e]*?:([\x20-\x7e]+)$/.exec(decoded(found)) ?? [];
  return password !== undefined && examples.has(password);
}

function decoded(found: string): string {
  return Buffer.from(found, 'base64').toString('latin1');
}

/** Placeholders for a password in documentation. */
const examples = new Set(['pass', 'password', 'pwd', 'secret', 'token', 'xxx', 'xxxx', '...']);
const credentialHeaders = /^(?:proxy-)?authorization$|^(?:set-)?cookie$|token|secret|password|api[-_]?key/i;

/** Whether a header's name implies that its value is a credential, regardless of the value. */
export function isCredentialHeader(name: string): boolean {
  return credentialHeaders.test(name);
}

const secretVariable =
  /^EDGEWRIGHT_(?:SECRET_.+|API_TOKEN(?:_(?!FILE$).+)?|FORGE_TOKEN|.*KEY)$|^(?:GITHUB|GH|GITLAB|GITEA|FORGEJO)_TOKEN$/;

/** Whether the whole value of an environment variable is a secret, and not the name of a file with one. */
export function isSecretVariable(name: string): boolean {
  return secretVariable.test(name);
}
