import { createHash, timingSafeEqual } from 'node:crypto';
import { refusal, type Answer } from './answer.ts';

/** The error response for a request without the token, or undefined. Without a configured token, all requests pass. */
export function refuseStranger(
  authorization: string | undefined,
  token: string | undefined,
): Answer | undefined {
  if (token === undefined) return undefined;
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (given !== undefined && timingSafeEqual(digest(given), digest(token))) return undefined;
  const message = given === undefined ? 'a bearer token is required' : 'the bearer token is wrong';
  return { ...refusal(401, message), headers: { 'www-authenticate': 'Bearer' } };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
