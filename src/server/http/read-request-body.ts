import type { IncomingMessage } from 'node:http';
import { refusal, type Answer } from './answer.ts';

const maxBytes = 4 * 1024 * 1024;

/** The body as text, or the error response if it is too large or not UTF-8. Throws when the client disconnects. */
export async function readRequestBody(incoming: IncomingMessage): Promise<string | Answer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBytes) {
      return {
        ...refusal(413, `the body is larger than ${maxBytes} bytes`),
        headers: { connection: 'close' },
      };
    }
    chunks.push(chunk as Buffer);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    return refusal(400, 'the body is not UTF-8');
  }
}
