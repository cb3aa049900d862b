import { isSameSecretly } from '../../derive/secrets/same-secretly.ts';
import { errorCode } from '../../text/system/system-errors.ts';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context as HonoContext } from 'hono';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiRequest, Context } from '../context.ts';
import { refusal, withOperationId, type Answer } from './answer.ts';
import { strikeOf, type FaultShares, type Strike } from './faults.ts';
import { fixedId } from '../objects/new-ids.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

const keptAtMost = 10_000;
const maxBytes = 4 * 1024 * 1024;

export type HttpContext = HonoContext<{ Bindings: HttpBindings }>;

/** Checks and effects between the network and the operations. */
export interface Gate {
  readonly token: string | undefined;
  readonly latencyMs: number;
  readonly slowMs: number;
  readonly faults: FaultShares;
  readonly seed: number;
  /** Seconds to wait if the rate limit is exceeded. */
  readonly takeTurn: () => number | undefined;
  readonly log: RequestLog;
}

/** Performs the operation of an accepted request. */
export type Operate = (request: ApiRequest) => Answer | Promise<Answer>;

/**
 * Checks a request, performs its operation, and responds once all changes that it saw or made are durable, so that a
 * kill cannot undo what a response reported. Faults occur before, instead of, or after the operation.
 */
export function requestServer(
  context: Context,
  gate: Gate,
): (http: HttpContext, operate: Operate) => Promise<Response> {
  let count = 0;
  return async (http, operate) => {
    const n = ++count;
    const strike = strikeOf(gate.faults, gate.seed, n);
    const { incoming, outgoing } = http.env;
    const due = performance.now() + delayOf(gate, strike);
    const url = new URL(http.req.url);
    const note = { method: http.req.method, path: url.pathname + url.search };
    const hangUpAndNote = (body?: string): Response => {
      gate.log.add({ ...note, status: undefined, ...withoutUndefined({ body }) });
      return hangUp(outgoing);
    };
    const body = strike.has('lost-request')
      ? undefined
      : await readRequestBody(incoming).catch(() => undefined);
    if (body === undefined) {
      await until(due);
      return hangUpAndNote();
    }
    const early = typeof body === 'string' ? refuse(gate, strike, http) : body;
    const text = typeof body === 'string' ? body : '';
    const answer = early ?? (await answerTo(context, strike, requestOf(http, url, text, strike), operate));
    await until(due);
    if (early === undefined && strike.has('lost-answer')) return hangUpAndNote(text);
    gate.log.add({ ...note, status: answer.status, body: text });
    const whole = withOperationId(answer, fixedId('op_', `${gate.seed}/${n}`));
    const isCut = early === undefined && strike.has('cut-body') && whole.body !== undefined;
    return isCut ? sendHalf(whole, outgoing) : send(whole, outgoing);
  };
}

function delayOf({ latencyMs, slowMs }: Gate, strike: Strike): number {
  return latencyMs + (strike.has('slow') ? slowMs : 0);
}

/** The latency includes the time of the operation itself, as clients measure it. */
async function until(due: number): Promise<void> {
  const left = Math.round(due - performance.now());
  if (left > 0) await pause(left);
}

/** The error response for a request that is refused before its operation. */
function refuse({ token, takeTurn }: Gate, strike: Strike, { req }: HttpContext): Answer | undefined {
  const stranger = refuseStranger(req.header('authorization'), token);
  if (stranger !== undefined) return stranger;
  const seconds = strike.has('429') ? 1 : takeTurn();
  if (seconds === undefined) return undefined;
  return { ...refusal(429, 'too many requests'), headers: { 'retry-after': String(seconds) } };
}

function requestOf({ req }: HttpContext, url: URL, body: string, strike: Strike): ApiRequest {
  return {
    origin: url.origin,
    ids: req.param(),
    query: [...url.searchParams],
    body,
    behind: strike.has('stale-list') ? 1 + Math.floor(strike.choice('stale-list') * 8) : 0,
  };
}

const gatewayErrors = [500, 502, 503, 504] as const;

async function answerTo(
  { store }: Context,
  strike: Strike,
  request: ApiRequest,
  operate: Operate,
): Promise<Answer> {
  const choice = Math.floor(strike.choice('5xx') * gatewayErrors.length * 2);
  const failure = strike.has('5xx')
    ? refusal(gatewayErrors[choice >> 1] ?? 500, 'the service failed on purpose')
    : undefined;
  // In half of these failures the request was applied, so a 5xx leaves the outcome unknown.
  if (failure !== undefined && choice % 2 === 0) return failure;
  try {
    const answer = await operate(request);
    await store.durable();
    return failure ?? answer;
  } catch (error) {
    const code = errorCode(error);
    return refusal(500, code === '' ? String(error) : `the state could not be written: ${code}`);
  }
}

/** The error response for a request without the token, or undefined. Without a configured token, all requests pass. */
function refuseStranger(authorization: string | undefined, token: string | undefined): Answer | undefined {
  if (token === undefined) return undefined;
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (given !== undefined && isSameSecretly(given, token)) return undefined;
  const message = given === undefined ? 'a bearer token is required' : 'the bearer token is wrong';
  return { ...refusal(401, message), headers: { 'www-authenticate': 'Bearer' } };
}

/** The body as text, or the error response if it is too large or not UTF-8. Throws when the client disconnects. */
async function readRequestBody(incoming: IncomingMessage): Promise<string | Answer> {
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

/** Writes a response directly to the connection. A 204 has neither a body nor a content type. */
function send(answer: Answer, outgoing: ServerResponse): Response {
  const bytes = start(answer, outgoing);
  outgoing.end(bytes);
  return RESPONSE_ALREADY_SENT;
}

/** Writes the head and half of the body, then ends the connection. */
function sendHalf(answer: Answer, outgoing: ServerResponse): Response {
  const bytes = start(answer, outgoing);
  outgoing.write(bytes.subarray(0, bytes.length >> 1), () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}

/** Ends the connection without a byte of a response. */
function hangUp(outgoing: ServerResponse): Response {
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

/** A handled request, for tests and for a log. `status` is undefined if the response was lost. */
export interface RequestLine {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly status: number | undefined;
  /** Only with `record: 'bodies'`: has secrets in clear text. */
  readonly body?: string;
}

interface RequestLog {
  readonly add: (line: RequestLine) => void;
  readonly lines: () => readonly RequestLine[];
}

/** Keeps the last requests, with their bodies only on request, because these contain secrets. */
export function requestLog(record: 'lines' | 'bodies'): RequestLog {
  let lines: RequestLine[] = [];
  return {
    add: ({ method, path, status, body }) => {
      lines.push({ method, path, status, ...(record === 'bodies' && body !== undefined ? { body } : {}) });
      // Seldom, because each removal from the start moves the rest.
      if (lines.length >= 2 * keptAtMost) lines = lines.slice(-keptAtMost);
    },
    lines: () => lines.slice(-keptAtMost),
  };
}
