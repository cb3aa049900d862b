/**
 * Logins. The real service leads a browser to a provider and back; here it is led to a page of `dev`, where a person
 * chooses who to be, and back with a code that becomes a cookie.
 */
import type { ServerResponse } from 'node:http';
import type { SimulatedOutcome } from '../../model/traffic/simulation.ts';
import { loginCookie } from '../request/request-facts.ts';
import type { ServedRequest } from './served-request.ts';

/** The way back. Only a code that waits is taken: any other request with this path goes to the edge. */
const returnPath = '/.well-known/edgewright-dev/login?code=';

export function answerLogin(
  { dev, target, names, path }: ServedRequest,
  response: ServerResponse,
  { providers, by }: NonNullable<SimulatedOutcome['login']>,
): void {
  const scheme = names.isEncrypted ? 'https' : 'http';
  const suffix = target.isByLocalName ? '.localhost' : '';
  const host = target.authority.replace(/:\d+$/, '');
  const origin = `${scheme}://${host}${suffix}:${names.port}`;
  const token = dev.memory.logins.begin({ providers, by, origin, path });
  response.writeHead(302, {
    location: `${scheme}://localhost:${names.port}/login/${token}`,
    'cache-control': 'no-store',
    'content-length': 0,
  });
  response.end();
}

/** The address that a chosen login leads to. */
export function returnUrl(origin: string, code: string): string {
  return `${origin}${returnPath}${code}`;
}

/** Sets the cookie of a login that has just been chosen; false for any other request. */
export function redeemLogin({ dev, path, names, session }: ServedRequest, response: ServerResponse): boolean {
  if (!path.startsWith(returnPath)) return false;
  const login = dev.memory.logins.redeem(path.slice(returnPath.length), session);
  if (login === undefined) return false;
  const flags = `Path=/; HttpOnly; SameSite=Lax${names.isEncrypted ? '; Secure' : ''}`;
  response.writeHead(303, {
    // A path that begins with two slashes would lead to another host.
    location: login.path.replace(/^\/+/, '/'),
    'set-cookie': `${loginCookie}=${login.session}; ${flags}`,
    'cache-control': 'no-store',
    'content-length': 0,
  });
  response.end();
  return true;
}
