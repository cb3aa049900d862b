import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { exitCodes, UserError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import { writePrivateFile } from '../../cli/files/private-file.ts';

/** Creates a key pair. Never replaces an existing file: snapshots signed with it would become unusable. */
export function makeSnapshotKey(io: Io, file: string): number {
  if (existsSync(path.resolve(io.cwd, file))) {
    throw new UserError(exitCodes.usage, `\`${file}\` is there already, and nothing was written`, {
      help: 'name another file, or take that one away first',
    });
  }
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writePrivateFile(io, file, `${privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')}\n`);
  io.stderr(
    `\`${file}\` holds the private half: keep it as the secret EDGEWRIGHT_SNAPSHOT_KEY, and not here\n`,
  );
  io.stdout(`snapshot_key: ${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}\n`);
  return exitCodes.ok;
}

/** The key that signs snapshots, only from the environment; undefined if there is none. */
export function privateKeyOf({ env }: Io): KeyObject | undefined {
  const text = env['EDGEWRIGHT_SNAPSHOT_KEY']?.trim();
  if (text === undefined || text === '') return undefined;
  try {
    const key = text.startsWith('-----')
      ? createPrivateKey(text)
      : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The library's error is dropped, because it could quote a part of the key.
  }
  throw new UserError(exitCodes.usage, 'EDGEWRIGHT_SNAPSHOT_KEY is not an Ed25519 key', {
    help: '`edgewright snapshot key <file>` makes one',
  });
}

/** The public key in edgewright.yaml, which was validated when it was read. */
export function publicKeyOf(text: string): KeyObject {
  return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
}
