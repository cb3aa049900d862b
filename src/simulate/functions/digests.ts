/** Hashes of texts, in hexadecimal or base64. */
import { createHash } from 'node:crypto';
import { fail } from '../scope-values.ts';
import { quoted } from '../../text/quoted.ts';

const all64 = 2n ** 64n - 1n;

const digests: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  crc32: (bytes) => bigEndian(checksum(bytes, 0xedb88320n, 0xffffffffn), 4),
  crc64: (bytes) => bigEndian(checksum(bytes, 0xd800000000000000n, all64), 8),
  xxhash64: (bytes) => bigEndian(xxhash64(bytes), 8),
  ...Object.fromEntries(
    ['md5', 'sha1', 'sha256', 'sha512'].map((name) => [
      name,
      (bytes: Buffer) => createHash(name).update(bytes).digest(),
    ]),
  ),
};

export const digestNames = Object.keys(digests);

export function digestOf(name: string, text: string, form = 'hex'): string {
  if (form !== 'hex' && form !== 'base64') fail(`${quoted(form)} is neither \`hex\` nor \`base64\``);
  return (digests[name]?.(Buffer.from(text)) ?? fail(`${quoted(name)} is not a hash`)).toString(form);
}

function bigEndian(value: bigint, bytes: 4 | 8): Buffer {
  return Buffer.from(value.toString(16).padStart(bytes * 2, '0'), 'hex');
}

/** A cyclic redundancy check with a reversed polynomial: that of IEEE 802.3 for 32 bits, of ISO 3309 for 64. */
function checksum(bytes: Buffer, polynomial: bigint, ones: bigint): bigint {
  let sum = ones;
  for (const byte of bytes) {
    sum ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit++) sum = (sum >> 1n) ^ (sum & 1n ? polynomial : 0n);
  }
  return sum ^ ones;
}

const primes = [
  0x9e3779b185ebca87n,
  0xc2b2ae3d27d4eb4fn,
  0x165667b19e3779f9n,
  0x85ebca77c2b2ae63n,
  0x27d4eb2f165667c5n,
] as const;

const low64 = (value: bigint): bigint => value & all64;
const rotated = (value: bigint, by: bigint): bigint => low64(value << by) | (value >> (64n - by));
const round = (sum: bigint, lane: bigint): bigint =>
  low64(rotated(low64(sum + lane * primes[1]), 31n) * primes[0]);

/** XXH64 without a seed. */
function xxhash64(bytes: Buffer): bigint {
  let at = 0;
  let hash: bigint = primes[4];
  if (bytes.length >= 32) {
    let sums = [low64(primes[0] + primes[1]), primes[1], 0n, low64(-primes[0])];
    for (; at + 32 <= bytes.length; at += 32) {
      const start = at;
      sums = sums.map((sum, lane) => round(sum, bytes.readBigUInt64LE(start + lane * 8)));
    }
    const turns = [1n, 7n, 12n, 18n];
    hash = low64(sums.reduce((total, sum, lane) => total + rotated(sum, turns[lane] ?? 0n), 0n));
    for (const sum of sums) hash = low64((hash ^ round(0n, sum)) * primes[0] + primes[3]);
  }
  hash = low64(hash + BigInt(bytes.length));
  for (; at + 8 <= bytes.length; at += 8)
    hash = low64(rotated(hash ^ round(0n, bytes.readBigUInt64LE(at)), 27n) * primes[0] + primes[3]);
  if (at + 4 <= bytes.length) {
    hash = low64(
      rotated(hash ^ low64(BigInt(bytes.readUInt32LE(at)) * primes[0]), 23n) * primes[1] + primes[2],
    );
    at += 4;
  }
  for (; at < bytes.length; at++)
    hash = low64(rotated(hash ^ low64(BigInt(bytes[at] ?? 0) * primes[4]), 11n) * primes[0]);
  hash = low64((hash ^ (hash >> 33n)) * primes[1]);
  hash = low64((hash ^ (hash >> 29n)) * primes[2]);
  return hash ^ (hash >> 32n);
}
