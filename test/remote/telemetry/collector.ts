/** A strict receiver of traces on 127.0.0.1: a body that is not an ExportTraceServiceRequest is a failure. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const { messages } = JSON.parse(readFileSync(new URL('otlp-trace.json', import.meta.url), 'utf8')) as {
  readonly messages: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, string>> }[];
  readonly status: { readonly code?: number; readonly message?: string };
}

export interface Collector {
  readonly url: string;
  readonly bodies: string[];
  readonly requests: IncomingMessage[];
  readonly problems: string[];
  readonly spans: () => readonly ReceivedSpan[];
  readonly close: () => Promise<void>;
}

/** `status`: its response; 0 for none. */
export async function openCollector(status = 200): Promise<Collector> {
  const bodies: string[] = [];
  const requests: IncomingMessage[] = [];
  const problems: string[] = [];
  const server = createServer((incoming, outgoing) => {
    let body = '';
    incoming.on('data', (bytes: Buffer) => (body += bytes.toString()));
    incoming.on('end', () => {
      requests.push(incoming);
      bodies.push(body);
      if (incoming.method !== 'POST' || incoming.headers['content-type'] !== 'application/json')
        problems.push(`${incoming.method} ${incoming.headers['content-type']}`);
      problems.push(...mistakes('ExportTraceServiceRequest', JSON.parse(body), ''));
      if (status !== 0) outgoing.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ bodies, requests, problems },
    spans: () =>
      bodies.flatMap((body) => {
        const { resourceSpans } = JSON.parse(body) as {
          resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[];
        };
        return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What is wrong with a value of a message in the JSON form of OTLP. */
function mistakes(message: string, value: unknown, at: string): readonly string[] {
  const fields = messages[message];
  if (fields === undefined || typeof value !== 'object' || value === null)
    return [`${at} is not a ${message}`];
  return Object.entries(value).flatMap(([name, inner]) => {
    const type = fields[name];
    const place = `${at}.${name}`;
    if (type === undefined) return [`${place}: ${message} has no such field`];
    if (!type.startsWith('repeated ')) return ofType(type, inner, place);
    if (!Array.isArray(inner)) return [`${place} is not a list`];
    return inner.flatMap((each, index) => ofType(type.slice('repeated '.length), each, `${place}[${index}]`));
  });
}

function ofType(type: string, value: unknown, at: string): readonly string[] {
  const isRight: Readonly<Record<string, (value: unknown) => boolean>> = {
    string: (each) => typeof each === 'string',
    number: (each) => typeof each === 'number',
    boolean: (each) => typeof each === 'boolean',
    // OTLP writes 64-bit numbers as strings, and ids, which are all bytes here, in hex.
    fixed64: (each) => typeof each === 'string' && /^\d{1,20}$/.test(each),
    bytes: (each) => typeof each === 'string' && /^([0-9a-f]{16}|[0-9a-f]{32})$/.test(each),
    SpanKind: (each) => [0, 1, 2, 3, 4, 5].includes(each as number),
    StatusCode: (each) => [0, 1, 2].includes(each as number),
  };
  const check = isRight[type];
  if (check === undefined) return mistakes(type, value, at);
  return check(value) ? [] : [`${at} is not a ${type}`];
}
