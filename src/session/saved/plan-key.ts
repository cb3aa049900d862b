import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';

/** As long as what it makes: a shorter one would be the weaker part of it. */
const shortestKey = 32;

/** The key that saved plans are signed with; undefined where there is none. It comes from the environment alone. */
export function planKey({ env }: Io): string | undefined {
  const key = env['EDGEWRIGHT_PLAN_KEY'];
  if (key === undefined || key === '') return undefined;
  if (Buffer.byteLength(key) >= shortestKey) return key;
  throw new UserError(exitCodes.usage, `EDGEWRIGHT_PLAN_KEY is shorter than ${shortestKey} bytes`, {
    help: 'make one with `openssl rand -hex 32` and keep it where your secrets are',
  });
}
