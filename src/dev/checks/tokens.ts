/** Whether a JSON Web Token is signed with one of some keys (RFC 7515, RFC 7518, RFC 8037). */
import { createHmac, createPublicKey, timingSafeEqual, verify, constants, type KeyObject } from 'node:crypto';
import { isJsonMap, parsedJson } from '../../text/json/json-access.ts';
import type { PublishedKey } from './key-sets.ts';

export function isTokenSigned(token: string, sets: readonly (readonly PublishedKey[])[]): boolean {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const header = parsedJson(Buffer.from(head, 'base64url').toString());
  const { alg, kid } = isJsonMap(header) ? header : {};
  if (typeof alg !== 'string') return false;
  const signed = Buffer.from(`${head}.${claims}`);
  const bytes = Buffer.from(signature, 'base64url');
  return sets
    .flat()
    .filter((key) => (kid === undefined || key.kid === undefined || key.kid === kid) && isFor(key, alg))
    .some((key) => isSignedWith(key, alg, { signed, bytes }));
}

/** A key that names an algorithm is for that one alone. */
function isFor({ alg, use }: PublishedKey, wanted: string): boolean {
  return (alg === undefined || alg === wanted) && (use === undefined || use === 'sig');
}

interface SignedText {
  readonly signed: Buffer;
  readonly bytes: Buffer;
}

const keyTypes: Readonly<Record<string, string>> = { RS: 'RSA', PS: 'RSA', ES: 'EC', Ed: 'OKP', HS: 'oct' };

function isSignedWith(key: PublishedKey, alg: string, { signed, bytes }: SignedText): boolean {
  const [, family = '', size = '256'] =
    /^(RS|PS|ES|HS)(256|384|512)$/.exec(alg) ?? /^(Ed)DSA$/.exec(alg) ?? [];
  if (key.kty === undefined || keyTypes[family] !== key.kty) return false;
  const hash = `sha${size}`;
  if (family === 'HS') {
    const wanted = createHmac(hash, Buffer.from(key.k ?? '', 'base64url'))
      .update(signed)
      .digest();
    return wanted.length === bytes.length && timingSafeEqual(wanted, bytes);
  }
  const object = keyObject(key);
  if (object === undefined) return false;
  switch (family) {
    case 'RS':
      return verify(hash, signed, object, bytes);
    case 'PS':
      return verify(
        hash,
        signed,
        {
          key: object,
          padding: constants.RSA_PKCS1_PSS_PADDING,
          saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
        },
        bytes,
      );
    case 'ES':
      return verify(hash, signed, { key: object, dsaEncoding: 'ieee-p1363' }, bytes);
    default:
      return verify(null, signed, object, bytes);
  }
}

function keyObject(key: PublishedKey): KeyObject | undefined {
  try {
    return createPublicKey({ key, format: 'jwk' });
  } catch {
    return undefined;
  }
}
