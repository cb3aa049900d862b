import type { IncomingMessage } from 'node:http';

/** The largest body that a policy can read. Others are passed on as a stream. */
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
