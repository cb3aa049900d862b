/** Proofs of a client: a password, a certificate, the signature of a webhook. */
import { strictBase64 } from '../functions/strict-base64.ts';
import { tlsVersions } from '../../kinds/policy/variables.ts';
import { signatureHeaders } from '../../kinds/webhook-providers.ts';
import { isUnknownValue, type Knowable, type Unknown } from '../../model/traffic/unknown.ts';
import { headerValue } from '../messages.ts';
import type { ProgramAction } from '../policy-program.ts';
import type { Results } from '../moment.ts';
import { asText, fromJson } from '../scope-values.ts';
import {
  checked,
  filled,
  textList,
  type ActionFunction,
  type EffectInput,
  type TrafficEffect,
} from './effect.ts';
import { urlParts } from '../../routing/request-url.ts';

/** Terminates TLS, and may ask for a certificate. */
export const certificateEffect: ActionFunction = ({ config, action }, input) => {
  const bounds = ['min_version', 'max_version'].map((name) => ({
    written: config[name],
    standard: action?.settings[name]?.default,
  }));
  if (!speaksAdmittedVersion(bounds, input)) return { does: 'closed' };
  const done: TrafficEffect = { does: 'passed', results: connectionOf(action, input) };
  const authorities = config['mutual_tls_certificate_authorities'];
  if (authorities === undefined) return done;
  const strategy = config['mutual_tls_verification_strategy'] ?? 'require-and-verify';
  return checkCertificate(textList(authorities), strategy, input) ? done : { does: 'closed' };
};

/** The oldest or the newest version of TLS that a client may use; `standard` counts where none is written. */
interface VersionBound {
  readonly written: unknown;
  readonly standard?: unknown;
}

/**
 * Whether the client speaks a version of TLS between two bounds. A version that is not given is one that the standards
 * admit, and undecided where a bound that is written refuses some version.
 */
export function speaksAdmittedVersion(
  [least, most]: readonly VersionBound[],
  { facts, decide }: EffectInput,
): boolean {
  const isWithin = (version: unknown, from: unknown, to: unknown): boolean =>
    Number(version) >= Number(from ?? 0) && Number(version) <= Number(to ?? Infinity);
  const name = 'conn.tls.version';
  const version = facts.given.variables?.[name];
  if (version !== undefined)
    return isWithin(version, least?.written ?? least?.standard, most?.written ?? most?.standard);
  const of = `${name} from ${asText(least?.written ?? '')} to ${asText(most?.written ?? '')}`;
  if (tlsVersions.every((tlsVersion) => isWithin(tlsVersion, least?.written, most?.written))) return true;
  return decide({ why: 'not-given', of: name, give: `given.variables.${name}` }, of);
}

/** The known facts about an encrypted connection, which variables have too. */
function connectionOf(action: ProgramAction['action'], { facts, evaluate }: EffectInput): Results {
  const { client_certificate: certificate = 'none' } = facts.given;
  const type = action?.results?.members['client']?.type;
  const names = typeof type === 'object' && 'members' in type ? Object.keys(type.members) : [];
  const unknown = names.map((name): [string, unknown] => [
    name,
    { unknown: { why: 'not-given', of: name, give: `given.client_certificate.${name}` } },
  ]);
  const given = certificate === 'none' ? {} : certificate;
  const known = Object.entries(given).map(([name, value]) => [name, fromJson(value)] as const);
  return {
    sni: evaluate('conn.tls.sni'),
    version: evaluate('conn.tls.version'),
    cipher_suite: evaluate('conn.tls.cipher_suite'),
    ...(certificate === 'none'
      ? {}
      : { client: { members: { ...Object.fromEntries(unknown), ...Object.fromEntries(known) } } }),
  };
}

/**
 * Whether the client has a certificate that is accepted. Whom an empty list accepts is not documented, and neither
 * is whether a certificate of another authority passes where it is not verified.
 */
export function checkCertificate(
  authorities: readonly string[],
  strategy: unknown,
  input: EffectInput,
): boolean {
  const { facts, decide } = input;
  const certificate = facts.given.client_certificate ?? 'none';
  const { scheme } = urlParts(facts.url);
  if (certificate !== 'none' && scheme !== 'https' && scheme !== 'tls')
    input.contradict({ code: 'not-encrypted', give: 'given.client_certificate' });
  const of = 'an empty list of certificate authorities';
  if (authorities.length === 0) return decide({ why: 'undocumented', of }, of);
  if (certificate === 'none') return strategy === 'request';
  if (certificate['valid'] !== false) return true;
  if (strategy === 'require-and-verify') return false;
  const unverified = `a certificate that is not valid, with ${asText(strategy)}`;
  return decide({ why: 'undocumented', of: unverified }, unverified);
}

/** Whether the signature of a webhook is right; a provider sends it in a header of its own. */
export function checkSignature(
  provider: unknown,
  secretOf: () => Knowable<string>,
  input: EffectInput,
): boolean {
  const { facts, request, decide } = input;
  const { signature } = facts.given;
  const name = typeof provider === 'string' ? provider.toLowerCase() : '';
  if (signature === undefined) {
    const secret = facts.observed === undefined ? undefined : secretOf();
    const isSigned =
      typeof secret === 'string' ? facts.observed?.isSigned({ provider: name, secret }) : undefined;
    return isSigned ?? decide({ why: 'not-given', of: 'signature', give: 'given.signature' }, 'signature');
  }
  if (signature === 'invalid') return false;
  const headers = signatureHeaders.get(name) ?? [];
  const [header] = headers;
  if (header === undefined || headers.some((headerName) => request.headers.has(headerName))) return true;
  input.contradict({ code: 'no-signature', give: 'given.signature', provider: name, header });
  return false;
}

export const signatureEffect: ActionFunction = (action, input) => {
  const secretOf = () => filled(action.config['secret'] ?? '', input);
  const verified = checkSignature(action.config['provider'], secretOf, input);
  return checked(action, { isRight: verified, results: { verified } });
};

export function passwordEffect(action: ProgramAction, input: EffectInput): TrafficEffect {
  const sent = credentialsOf(headerValue(input.request.headers, 'authorization'));
  const presented = !isUnknownValue(sent) && sent !== undefined;
  const username = presented ? sent.slice(0, sent.indexOf(':')) : '';
  const authorized = isAuthorized(action, sent, input);
  const members = {
    presented: isUnknownValue(sent) ? sent : presented,
    username: isUnknownValue(sent) ? sent : username,
    authorized,
  };
  return checked(action, { isRight: authorized, results: { credentials: { members } } });
}

/** `user:password` of a header as RFC 7617 has it; undefined without one. */
function credentialsOf(header: Knowable<string> | undefined): Knowable<string> | undefined {
  if (header === undefined || isUnknownValue(header)) return header;
  const [, encoded = ''] = /^basic (\S+)$/i.exec(header) ?? [];
  const text = Buffer.from(strictBase64(encoded) ?? '').toString();
  return text.includes(':') ? text : undefined;
}

function isAuthorized(
  { config, type }: ProgramAction,
  sent: Knowable<string> | undefined,
  { facts, decide, contradict, ...input }: EffectInput,
): boolean {
  const given = facts.given.basic_auth;
  if (sent === undefined) {
    if (given === 'valid') contradict({ code: 'no-credentials', give: 'given.basic_auth' });
    return false;
  }
  const isRight = isUnknownValue(sent)
    ? sent
    : isListed(sent, textList(config['credentials']), { facts, decide, contradict, ...input });
  if (!isUnknownValue(isRight)) {
    if (given !== undefined && (given === 'valid') !== isRight)
      contradict({
        code: 'decided',
        give: 'given.basic_auth',
        by: type,
        is: isRight ? 'allowed' : 'refused',
      });
    return isRight;
  }
  if (given !== undefined) return given === 'valid';
  return decide({ why: 'not-given', of: type, give: 'given.basic_auth' }, type);
}

/** Whether credentials are in a list; unknown if a password of that user is a secret. */
function isListed(sent: string, listed: readonly string[], input: EffectInput): Knowable<boolean> {
  const user = sent.slice(0, sent.indexOf(':') + 1);
  let unknown: Unknown | undefined;
  for (const item of listed) {
    const credential = filled(item, input);
    if (credential === sent) return true;
    const isOther = /^[^:$]*:/.test(item) && !item.startsWith(user);
    if (isUnknownValue(credential) && !isOther) unknown = credential.unknown;
  }
  return unknown === undefined ? false : { unknown };
}
