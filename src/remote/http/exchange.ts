/**
 * One request and its response on the wire. The key question is whether the request can have reached the service:
 * undici calls `onRequestStart` just before it writes the first byte to a connected socket. A request that fails before
 * was never sent and may be repeated, even a POST; one that fails later may have been sent. An exchange never throws.
 */
import type { Dispatcher } from 'undici';
import { elapsed } from '../../text/waits/elapsed.ts';
import type { Clock } from '../../model/io.ts';
import type { Proxy } from './proxy-settings.ts';
import { ProxyError } from './dispatcher-to.ts';

export type { Dispatcher };

export interface HttpRequest {
  readonly method: Dispatcher.HttpMethod;
  readonly path: string;
  /** A header with several values is sent once for each. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | undefined;
  /** Do not keep the connection for further requests. */
  readonly isAlone: boolean;
}

export interface HttpResponse {
  readonly status: number;
  /** Undefined if the body is not UTF-8. */
  readonly text: string | undefined;
  /** The length of the body. */
  readonly bytes: number;
  /** A header by its name in lower case; the first value if it is repeated. */
  readonly header: (name: string) => string | undefined;
  /** All values of each header, by its name in lower case. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
}

/** Why there is no response. */
export interface Failure {
  /** The system's or undici's code; for a proxy that refuses, its status. */
  readonly code: string;
  /** The proxy that failed; undefined if it was the service. */
  readonly proxy: Proxy | undefined;
}

/** No complete response. */
export interface HttpFailure extends Failure {
  readonly status: undefined;
  readonly wasSent: 'no' | 'maybe';
  readonly cause: unknown;
}

export type HttpResult = HttpResponse | HttpFailure;

interface Bounds {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Undefined: the body is not read, and the connection is closed. */
  readonly maxBytes: number | undefined;
}

/** Codes of responses that are aborted for their size or slowness. */
export const tooLargeCode = 'EDGEWRIGHT_TOO_LARGE';
export const tooSlow = 'EDGEWRIGHT_TOO_SLOW';
/** Undici's parser has a code for some mistakes only. */
export const notHttp = 'EDGEWRIGHT_NOT_HTTP';

/** The total time allowed for a slow response, as a multiple of the timeout. */
const trickle = 10;

export function exchange(dispatcher: Dispatcher, outgoing: HttpRequest, bounds: Bounds): Promise<HttpResult> {
  return new Promise((resolve) => {
    const { method, path, headers, body, isAlone } = outgoing;
    const handler = answerHandler(bounds, resolve);
    try {
      dispatcher.dispatch(
        { method, path, headers: sentHeaders(headers), body: body ?? null, reset: isAlone },
        handler,
      );
    } catch (cause) {
      resolve({ status: undefined, wasSent: 'no', ...failureIn(cause), cause });
    }
  });
}

/** In undici's form, which has lists of its own. */
function sentHeaders(headers: HttpRequest['headers']): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  );
}

function answerHandler(
  { clock, timeoutMs, maxBytes }: Bounds,
  resolve: (exchanged: HttpResult) => void,
): Dispatcher.DispatchHandler {
  let wasSent: 'no' | 'maybe' = 'no';
  let status = 0;
  let all: Readonly<Record<string, string | string[] | undefined>> = {};
  let bytes = 0;
  let deadline = 0;
  const chunks: Buffer[] = [];
  const end = (): void => {
    const header = (name: string): string | undefined => single(all[name]);
    const lists = Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), typeof value === 'string' ? [value] : value] as const],
    );
    resolve({ status, text: decode(chunks), bytes, header, headers: new Map(lists) });
  };
  return {
    onRequestStart(controller) {
      // Undici may resend a request on another connection if the first one breaks; only the client may repeat one.
      if (wasSent === 'maybe') controller.abort(failure('ECONNRESET'));
      wasSent = 'maybe';
      deadline = elapsed(clock) + trickle * timeoutMs;
    },
    onResponseStart(controller, answered, headers) {
      if (answered < 200) {
        // Each of these restarts the wait for the response.
        if (elapsed(clock) > deadline) controller.abort(failure(tooSlow));
        return;
      }
      status = answered;
      all = headers;
      if (maxBytes !== undefined) return;
      end();
      controller.abort(new Error('the status is known'));
    },
    onResponseData(controller, chunk) {
      bytes += chunk.length;
      if (bytes > (maxBytes ?? 0)) controller.abort(failure(tooLargeCode));
      else if (elapsed(clock) > deadline) controller.abort(failure(tooSlow));
      else chunks.push(chunk);
    },
    onResponseEnd: end,
    onResponseError(_controller, cause) {
      resolve({ status: undefined, wasSent, ...failureIn(cause), cause });
    },
  };
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function single(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(chunks: readonly Buffer[]): string | undefined {
  const [first] = chunks;
  try {
    return utf8.decode(first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks));
  } catch {
    return undefined;
  }
}

export function failureIn(error: unknown): Failure {
  return error instanceof ProxyError
    ? { code: codeOf(error.cause), proxy: error.proxy }
    : { code: codeOf(error), proxy: undefined };
}

/** The most specific code of an error: the system's; for several addresses, that of the first. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (error instanceof Error && error.name === 'HTTPParserError') return notHttp;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : 'unknown';
}
