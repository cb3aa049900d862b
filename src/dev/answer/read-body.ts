import type { IncomingMessage } from 'node:http';

/** What a policy can read of a body. Larger ones are passed on unread, where no policy reads them. */
const mostBytes = 1024 * 1024;

/** The whole body; undefined if it is too large to be read. */
export async function readBody(message: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > mostBytes) return undefined;
  }
  return Buffer.concat(chunks);
}
