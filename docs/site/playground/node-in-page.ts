/*
 * What the sources use of Node, for a page: the global `Buffer`, and of `node:crypto` hashes and the end of a
 * certificate. A page has hashes too, but a rule cannot wait for them.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { Buffer } from 'buffer/';

export { Buffer };

interface Hash {
  readonly update: (data: string | Uint8Array) => Hash;
  readonly digest: (encoding?: 'hex') => Buffer | string;
}

const hashes = { md5, sha1, sha256, sha512 };

export const createHash = (name: keyof typeof hashes): Hash => hashing([], hashes[name]);

export function createHmac(_name: 'sha256', key: Uint8Array): Hash {
  return hashing([], (bytes) => hmac(sha256, new Uint8Array(key), bytes));
}

function hashing(parts: readonly Buffer[], finish: (bytes: Uint8Array) => Uint8Array): Hash {
  return {
    update: (data) => hashing([...parts, Buffer.from(data as string)], finish),
    digest: (encoding) => {
      const result = Buffer.from(finish(new Uint8Array(Buffer.concat([...parts]))));
      return encoding === undefined ? result : result.toString(encoding);
    },
  };
}

/** The end of a certificate (RFC 5280, 4.1). Throws if the bytes are none. */
export class X509Certificate {
  readonly validTo: string;

  constructor(bytes: Uint8Array) {
    const [body] = partsOf(onlyPart(bytes, 0x30));
    const fields = partsOf(body?.tag === 0x30 ? body.bytes : new Uint8Array());
    // The version is optional.
    const validity = fields[fields[0]?.tag === 0xa0 ? 4 : 3];
    const [, end] = partsOf(validity?.tag === 0x30 ? validity.bytes : new Uint8Array());
    const [, year, rest] = /^(\d{2}|\d{4})(\d{10})Z$/.exec(new TextDecoder().decode(end?.bytes)) ?? [];
    if (year === undefined || rest === undefined) throw new Error('not a certificate');
    const century = year.length === 4 ? '' : Number(year) < 50 ? '20' : '19';
    const time = (rest.match(/../g) ?? []).map((two, n) =>
      n === 1 ? `-${two}T` : n === 0 ? `-${two}` : n === 2 ? two : `:${two}`,
    );
    this.validTo = `${century}${year}${time.join('')}Z`;
  }
}

interface Part {
  readonly tag: number;
  readonly bytes: Uint8Array;
}

function onlyPart(bytes: Uint8Array, tag: number): Uint8Array {
  const [part, ...more] = partsOf(bytes);
  if (part?.tag !== tag || more.length > 0) throw new Error('not a certificate');
  return part.bytes;
}

/** The values of a DER sequence. */
function partsOf(bytes: Uint8Array): readonly Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < bytes.length;) {
    const [tag = 0, short = 0] = bytes.subarray(at);
    const more = short < 0x80 ? 0 : short & 0x7f;
    const long = bytes.subarray(at + 2, at + 2 + more).reduce((sum, byte) => sum * 256 + byte, 0);
    const first = at + 2 + more;
    const end = first + (more === 0 ? short : long);
    if (end > bytes.length) throw new Error('the value is cut off');
    parts.push({ tag, bytes: bytes.subarray(first, end) });
    at = end;
  }
  return parts;
}

export function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}

/** Of `node:path`, what writes the path of a file that a text includes in one way. */
export default { posix: { normalize } };

function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return `${path.startsWith('/') ? '/' : ''}${parts.join('/')}` || '.';
}
