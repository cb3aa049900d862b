import type { IncomingMessage } from 'node:http';
import { refusal, type Answer } from './answer.ts';

const maxBytes = 4 * 1024 * 1024;

/** The body as text, or the refusal of one that is too large or no UTF-8. Throws when the caller goes away. */
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
