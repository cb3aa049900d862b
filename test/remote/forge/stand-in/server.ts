/**
 * A forge on this machine, as strict as a real one and stricter: every request must be described by the forge's own API
 * description, and so must every answer of ours. `problems` collects what is not; a test ends with it empty.
 */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '../../../../src/model/value.ts';
import type { Description, Operation } from './description.ts';

export interface Asked {
  readonly method: string;
  /** After the prefix of the API. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Json | undefined;
}

export interface Answer {
  readonly status: number;
  /** Values; the fields that the description requires are added. */
  readonly values?: Json;
  /** As it is, for errors and faults. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What goes wrong with a request: another answer, or none, before or after its effect, or while the client waits. */
export type Fault = Answer | 'lost-before' | 'lost-after' | 'silent' | undefined;

export interface ForgeBehavior {
  readonly prefix: string;
  readonly description: Description;
  /** What the headers of a request lack. */
  readonly headerProblems: (headers: IncomingHttpHeaders) => readonly string[];
  readonly answer: (asked: Asked, page: (path: string) => string) => Answer;
  /** For paths that are in no description, such as GraphQL. */
  readonly beside?: (asked: Asked) => Answer | undefined;
}

export interface ForgeServer {
  /** With the prefix. */
  readonly url: string;
  readonly origin: string;
  readonly asked: readonly Asked[];
  /** `POST /repos/o/r/issues/5/comments`: those that write. */
  readonly writes: () => readonly string[];
  readonly problems: readonly string[];
  /** Asked before each request. */
  fault: (asked: Asked) => Fault;
  readonly close: () => Promise<void>;
}

export async function forgeServer(behavior: ForgeBehavior): Promise<ForgeServer> {
  const asked: Asked[] = [];
  const problems: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://forge.invalid');
      const text = Buffer.concat(chunks).toString();
      const one: Asked = {
        method: request.method ?? '',
        path: url.pathname.replace(behavior.prefix, ''),
        query: url.searchParams,
        headers: request.headers,
        body: text === '' ? undefined : (JSON.parse(text) as Json),
      };
      asked.push(one);
      handle(one, response);
    });
  });
  const handle = (one: Asked, response: ServerResponse): void => {
    const name = `${one.method} ${one.path}`;
    problems.push(...behavior.headerProblems(one.headers).map((problem) => `${name}: ${problem}`));
    const fault = forge.fault(one);
    if (fault === 'lost-before') return void response.destroy();
    if (fault === 'silent') return;
    if (fault !== undefined && fault !== 'lost-after') {
      send(response, fault, fault.raw ?? '');
      return;
    }
    const beside = behavior.beside?.(one);
    if (beside !== undefined) {
      send(response, beside, beside.raw ?? JSON.stringify(beside.values));
      return;
    }
    const operation = behavior.description.operation(one.method, one.path);
    if (operation === undefined) {
      problems.push(`${name} is not described`);
      send(response, { status: 500 }, '');
      return;
    }
    problems.push(...operation.problems(one.query, one.body).map((problem) => `${name}: ${problem}`));
    const answer = behavior.answer(one, (path) => origin() + behavior.prefix + path);
    if (fault === 'lost-after') return void response.destroy();
    send(response, answer, textOf(operation, answer, problems));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const forge: ForgeServer = {
    url: origin() + behavior.prefix,
    origin: origin(),
    asked,
    problems,
    writes: () =>
      asked
        .filter(({ method, path }) => method !== 'GET' && !path.endsWith('/graphql'))
        .map(({ method, path }) => `${method} ${path}`),
    fault: () => undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return forge;
}

function textOf(operation: Operation, { status, values, raw }: Answer, problems: string[]): string {
  if (raw !== undefined) return raw;
  const body = values === undefined ? undefined : operation.sample(status, values);
  const wrong = operation.answerProblems(status, body);
  problems.push(...wrong.map((problem) => `our answer to ${operation.name}: ${problem}`));
  return body === undefined ? '' : JSON.stringify(body);
}

function send(response: ServerResponse, { status, headers = {} }: Answer, text: string): void {
  response.writeHead(status, { ...(text === '' ? {} : { 'content-type': 'application/json' }), ...headers });
  response.end(text);
}
