/**
 * Who may see and drive the pages of `dev`. A page in another tab can send requests to this machine, also under a name
 * that it lets lead here (DNS rebinding); it cannot choose the headers `host`, `origin` and `sec-fetch-site`.
 */
import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../../text/loopback.ts';
import type { DevServing } from '../dev-serving.ts';

/** Why a request to the pages of `dev` is refused; undefined if it may pass. */
export function controlRefusal(
  request: IncomingMessage,
  { port, place }: Pick<DevServing, 'port' | 'place'>,
): string | undefined {
  const { host = '', origin } = request.headers;
  if (!isFromHere(request)) return 'These pages are for this machine alone.';
  const [, name = '', named] = /^(.*):(\d+)$/.exec(host.toLowerCase()) ?? [];
  if (!isLoopback(name) || Number(named) !== port())
    return `Open these pages as http://${place.name}:${port()}/.`;
  const site = request.headers['sec-fetch-site'];
  const isOwnOrigin = origin === `http://${host}` || origin === `https://${host}`;
  // A form of a page without referrer has the origin `null`; the browser itself says where it came from.
  const isHidden = origin === 'null' && site === 'same-origin';
  if (origin !== undefined && !isOwnOrigin && !isHidden) return 'A page of another origin asked for this.';
  if (site === undefined || site === 'same-origin' || site === 'none') return undefined;
  return isChoiceVisit(request) ? undefined : 'A page of another origin asked for this.';
}

/** A host of the edge leads a browser to a choice; its address holds a secret that was made for it. */
function isChoiceVisit({ method, url = '', headers }: IncomingMessage): boolean {
  const isVisit = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return method === 'GET' && isVisit && /^\/(?:login|facts)\//.test(url);
}

/** Whether the headers that choose facts count. */
export function mayChooseFacts(request: IncomingMessage, mayComeFromElsewhere: boolean): boolean {
  const site = request.headers['sec-fetch-site'];
  const isOwn = site === undefined || site === 'same-origin' || site === 'none';
  return isOwn && (!mayComeFromElsewhere || isFromHere(request));
}

function isFromHere({ socket }: IncomingMessage): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return address === '::1' || address.startsWith('127.');
}
