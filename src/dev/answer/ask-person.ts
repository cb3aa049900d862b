/**
 * Choices of a person. The real service leads a browser to a provider and back; here it is led to a page of `dev`,
 * where a person chooses who to be, and back with a code that becomes a cookie. Facts are chosen in the same way.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SimulatedOutcome } from '../../model/traffic/simulation.ts';
import type { Unknown } from '../../model/traffic/unknown.ts';
import { factKey } from '../request/fact-keys.ts';
import { sessionCookie } from '../request/facts-of-request.ts';
import { answerPlain } from './plain-answer.ts';
import type { ServedRequest } from './served-request.ts';

/** The way back. Only a code that waits is taken: any other request with this path goes to the edge. */
const returnPath = '/.well-known/edgewright-dev/return?code=';

export function answerLogin(
  served: ServedRequest,
  response: ServerResponse,
  { providers, by }: NonNullable<SimulatedOutcome['login']>,
): void {
  const token = served.dev.memory.sessions.begin({ about: 'login', providers, by, ...placeOf(served) });
  response.writeHead(302, {
    location: controlUrl(served, `/login/${token}`),
    'cache-control': 'no-store',
    'content-length': 0,
  });
  response.end();
}

/** The page on which a person gives the facts that are missing; undefined if no fact decides the request. */
export function factsUrl(served: ServedRequest, missing: readonly Unknown[]): string | undefined {
  const { dev, session } = served;
  if (!missing.some(({ give }) => give !== undefined && factKey(give) !== undefined)) return undefined;
  const { facts } = dev.memory.sessions.of(session);
  const token = dev.memory.sessions.begin({ about: 'facts', missing, facts, ...placeOf(served) });
  return controlUrl(served, `/facts/${token}`);
}

function controlUrl({ dev, names }: ServedRequest, path: string): string {
  return `${names.isEncrypted ? 'https' : 'http'}://${dev.place.name}:${names.port}${path}`;
}

function placeOf({ target, names, path, edgeRequest }: ServedRequest) {
  const scheme = names.isEncrypted ? 'https' : 'http';
  const suffix = target.isByLocalName ? '.localhost' : '';
  const host = target.authority.replace(/:\d+$/, '');
  return { origin: `${scheme}://${host}${suffix}:${names.port}`, path, method: edgeRequest.facts().method };
}

/** The address that a choice leads to. */
export function returnUrl(origin: string, code: string): string {
  return `${origin}${returnPath}${code}`;
}

/** Sets the cookie of a choice that has just been made; false for any other request. */
export function redeemChoice(
  { dev, path, names, session }: ServedRequest,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (!path.startsWith(returnPath)) return false;
  const redeemed = dev.memory.sessions.redeem(path.slice(returnPath.length), session);
  if (redeemed === undefined) return false;
  const { pending } = redeemed;
  const flags = `Path=/; HttpOnly; SameSite=Lax${names.isEncrypted ? '; Secure' : ''}`;
  response.setHeader('set-cookie', `${sessionCookie}=${redeemed.session}; ${flags}`);
  if (pending.about === 'facts' && pending.method !== 'GET') {
    const text = `The facts are kept. Send the request again: the form of \`${pending.method} ${pending.path}\` is two pages back.`;
    answerPlain(request, response, { status: 200, title: 'facts kept', text });
    return true;
  }
  response.writeHead(303, {
    // A path that begins with two slashes would lead to another host.
    location: pending.path.replace(/^\/+/, '/'),
    'cache-control': 'no-store',
    'content-length': 0,
  });
  response.end();
  return true;
}
