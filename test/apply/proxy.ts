import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Passing {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  /** The number of the request among those of this method, from 1. */
  readonly count: number;
}

/** A fault of one request: it is carried out unless it is `lost` or the proxy itself returns `status`. */
export type Fault =
  | 'none'
  | 'lost'
  | 'lost-answer'
  | 'cut-answer'
  | {
      readonly status: number;
      readonly body?: unknown;
      readonly isCarriedOut?: boolean;
      readonly after?: string;
    };

/** A proxy between a client and the local API that fails at the requests that a test names. */
export async function proxy(
  target: string,
  faultOf: (passing: Passing) => Fault | Promise<Fault>,
): Promise<{ url: string; passed: Passing[]; close: () => Promise<void> }> {
  const passed: Passing[] = [];
  const server = createServer((incoming, outgoing) => {
    // The clock of the tests is not that of the machine.
    outgoing.sendDate = false;
    void readAll(incoming).then(async (body) => {
      const { method = '', url = '' } = incoming;
      const count = passed.filter((other) => other.method === method).length + 1;
      const passing = { method, url, body, count };
      passed.push(passing);
      const fault = await faultOf(passing);
      if (fault === 'lost') return outgoing.destroy();
      if (typeof fault === 'object' && fault.isCarriedOut !== true) return answer(fault);
      const { status, text } = await forward(target, incoming, body);
      if (fault === 'lost-answer') return outgoing.destroy();
      if (typeof fault === 'object') return answer(fault);
      if (fault === 'cut-answer') {
        outgoing.writeHead(status, { 'content-length': Buffer.byteLength(text) });
        outgoing.write(text.slice(0, 10));
        return setTimeout(() => outgoing.destroy(), 5);
      }
      return outgoing.writeHead(status, { 'content-type': 'application/json' }).end(text);

      function answer({ status, body, after }: Exclude<Fault, string>): unknown {
        return outgoing
          .writeHead(status, after === undefined ? {} : { 'retry-after': after })
          .end(body === undefined ? '' : JSON.stringify(body));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function readAll(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function forward(
  target: string,
  incoming: IncomingMessage,
  body: string,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', url = '', headers } = incoming;
    const options = { method, headers: { ...headers, host: new URL(target).host } };
    const sent = request(`${target}${url}`, options, (response) => {
      readAll(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
