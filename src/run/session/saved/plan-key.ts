import { exitCodes, UserError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';

/** The length of a signature: a shorter key would be easier to guess than the signature. */
const shortestKey = 32;

/** The key that signs saved plans, only from the environment; undefined if there is none. */
export function planKey({ env }: Io): string | undefined {
  const key = env['EDGEWRIGHT_PLAN_KEY'];
  if (key === undefined || key === '') return undefined;
  if (Buffer.byteLength(key) >= shortestKey) return key;
  throw new UserError(exitCodes.usage, `EDGEWRIGHT_PLAN_KEY is shorter than ${shortestKey} bytes`, {
    help: 'make one with `openssl rand -hex 32` and keep it where your secrets are',
  });
}
