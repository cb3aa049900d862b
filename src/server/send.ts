import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';

/** An answer as HTTP. A 204 has neither a body nor a content type. */
export function send({ status, body, headers = {} }: Answer): Response {
  if (body === undefined) return new Response(null, { status, headers });
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** Ends the connection without a byte of an answer. */
export function hangUp(outgoing: ServerResponse): Response {
  outgoing.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Sends the head and half of the body, then ends the connection. */
export function sendHalf({ status, body, headers = {} }: Answer, outgoing: ServerResponse): Response {
  const bytes = Buffer.from(JSON.stringify(body ?? {}));
  outgoing.writeHead(status, {
    'content-type': 'application/json',
    ...headers,
    'content-length': bytes.length,
  });
  outgoing.write(bytes.subarray(0, bytes.length >> 1), () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}
