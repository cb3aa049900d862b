import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';

/** Writes a response directly to the connection. A 204 has neither a body nor a content type. */
export function send(answer: Answer, outgoing: ServerResponse): Response {
  const bytes = start(answer, outgoing);
  outgoing.end(bytes);
  return RESPONSE_ALREADY_SENT;
}

/** Writes the head and half of the body, then ends the connection. */
export function sendHalf(answer: Answer, outgoing: ServerResponse): Response {
  const bytes = start(answer, outgoing);
  outgoing.write(bytes.subarray(0, bytes.length >> 1), () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}

/** Ends the connection without a byte of a response. */
export function hangUp(outgoing: ServerResponse): Response {
  outgoing.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Writes the head and returns the body. */
function start({ status, body, headers = {} }: Answer, outgoing: ServerResponse): Buffer {
  const bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
  const content =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': bytes.length };
  outgoing.writeHead(status, { ...content, ...headers });
  return bytes;
}
