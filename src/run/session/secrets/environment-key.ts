import { usageError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';

/** A key from the environment alone; undefined if it is not set. Throws `UserError` 64 for one of fewer bytes. */
export function keyIn(env: Io['env'], name: string, bytes: number): string | undefined {
  const key = env[name];
  if (key === undefined || key === '') return undefined;
  if (Buffer.byteLength(key) >= bytes) return key;
  throw usageError(
    `${name} is shorter than ${bytes} bytes`,
    'make one with `openssl rand -hex 32` and keep it where your secrets are',
  );
}
