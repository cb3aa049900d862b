import { isJsonMap } from '../text/json/json-access.ts';
import type { Operation } from '../kinds/kind.ts';
import { ApiError } from '../model/errors.ts';
import { elapsed } from '../domain/elapsed.ts';
import { longestWaitMs } from '../domain/patience.ts';
import { secondText } from '../text/second-text.ts';
import type { Clock, Env } from '../model/io.ts';
import type { BeforeSending, RequestWatch } from '../model/api.ts';
import type { Secret } from '../model/secret.ts';
import type { Json, JsonObject } from '../model/value.ts';
import { isId } from './check-answer.ts';
import {
  exchange,
  type Answered,
  type Dispatcher,
  type Exchanged,
  type Unanswered,
} from '../http/exchange.ts';
import { failureWords } from '../http/failure-words.ts';
import type { Digest } from './digest.ts';
import type { Limiter, RequestSlot } from './limiter.ts';
import { askedWaitMs } from '../http/asked-wait.ts';
import { waitBeforeRetry, type RetryPolicy } from './retry.ts';
import { parsedJson, safeWords, serviceWords } from '../http/service-words.ts';

/** State shared by all requests of a client. */
export interface ApiLine {
  readonly origin: string;
  readonly dispatcher: Dispatcher;
  readonly limiter: Limiter;
  readonly digest: Digest;
  readonly headers: Readonly<Record<string, string>>;
  readonly token: Secret | undefined;
  /** Removes secrets from messages of the service, which may repeat them. */
  readonly clean: (text: string) => string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly env: Env;
  readonly watch: RequestWatch | undefined;
}

export interface Call {
  readonly operation: Operation;
  /** With the prefix of the API URL and all placeholders filled in. */
  readonly path: string;
  readonly body?: string;
  readonly policy: RetryPolicy;
  readonly turn?: 'first' | 'last';
  readonly isAlone?: boolean;
  readonly before?: BeforeSending | undefined;
  /** Notified of the length of the response that the reply is made of. */
  readonly received?: (bytes: number) => void;
}

/** The returned object, `missing` for a 404 of the API, `nothing` for a success without a body. */
export type Reply = JsonObject | 'missing' | 'nothing';

/**
 * Sends a request, and repeats it as its policy allows. Throws `ApiError` for every response that cannot be used, and
 * what `before` throws.
 */
export async function call(line: ApiLine, request: Call): Promise<Reply> {
  line.watch?.asked(request.policy === 'read', 1);
  return callIn(undefined, line, request);
}

/** Sends a request that the watch knows of; `slot` is the room of its first attempt, if it has it already. */
export async function callIn(slot: RequestSlot | undefined, line: ApiLine, request: Call): Promise<Reply> {
  try {
    return await send(line, request, slot);
  } finally {
    line.watch?.ended(request.policy === 'read');
  }
}

async function send(line: ApiLine, request: Call, slot: RequestSlot | undefined): Promise<Reply> {
  const { operation, body, policy, turn = 'last', isAlone = false, before } = request;
  const headers = body === undefined ? line.headers : { ...line.headers, 'content-type': 'application/json' };
  const outgoing = { method: operation.method, path: request.path, headers, body, isAlone };
  const bounds = { clock: line.env.clock, timeoutMs: line.timeoutMs, maxBytes: line.maxBytes };
  const whenThereIsRoom: RequestSlot = (task) => line.limiter.run(task, turn);
  for (let attempt = 1; ; attempt++) {
    const inSlot = attempt === 1 && slot !== undefined ? slot : whenThereIsRoom;
    const exchanged = await inSlot(async (start) => {
      await before?.();
      const result = await exchange(line.dispatcher, outgoing, bounds);
      line.watch?.exchanged({
        method: operation.method,
        path: request.path,
        template: operation.path,
        attempt,
        status: result.status,
        milliseconds: elapsed(line.env.clock) - start.at,
      });
      if (result.status === 429 || result.status === 503)
        line.limiter.slowDown(start, Math.min(askedWaitMs(result, line.env.clock) ?? 0, longestWaitMs));
      // A read that failed is repeated; a write may be in doubt.
      else if (policy !== 'read' && (result.status ?? 500) >= 500) line.limiter.failed(start);
      else if (result.status !== undefined) line.limiter.wentWell(start);
      return result;
    });
    const wait = waitBeforeRetry(policy, exchanged, attempt, line.env);
    if (wait === undefined) {
      if (exchanged.status !== undefined) request.received?.(exchanged.bytes);
      const reply = (): Reply => replyOf(line, operation, exchanged);
      return policy === 'read' ? line.digest.take(reply) : reply();
    }
    if (exchanged.status === 429 || exchanged.status === 503) line.watch?.waiting(wait);
    await line.env.clock.sleep(wait);
  }
}

function replyOf(line: ApiLine, operation: Operation, exchanged: Exchanged): Reply {
  if (exchanged.status === undefined) throw unanswered(line, operation, exchanged);
  const { status, text } = exchanged;
  if (status >= 200 && status < 300) {
    const object = parsedJson(text);
    if (!whole.has(status)) throw unfinished(operation, status, object);
    if (operation.success === 204) return 'nothing';
    if (isJsonMap(object)) return object;
    throw malformedAnswer(operation, status, whyNoObject(exchanged));
  }
  if (status === 404 && (text === '' || isJsonMap(parsedJson(text)))) return 'missing';
  throw refused(line, operation, exchanged);
}

function whyNoObject({ text, header }: Answered): string {
  if (text === '') return 'it is empty';
  const encoding = header('content-encoding') ?? '';
  return isCompression.test(encoding)
    ? `it is compressed (${encoding}), which was not asked for`
    : 'it is not a JSON object';
}

const isCompression = /^(?:br|compress|deflate|gzip|zstd)$/i;

/** The error for a success response that cannot be used. `what` is a clause. */
export function malformedAnswer(
  operation: Operation,
  status: number,
  what: string,
  createdId?: string,
): ApiError {
  const { method, path } = operation;
  const message = `the answer to \`${method} ${path}\` is malformed: ${what}`;
  return new ApiError(message, { method, path, status, wasSent: 'yes', createdId });
}

/** Statuses of success responses that are complete and final. */
const whole: ReadonlySet<number> = new Set([200, 201, 203, 204]);

/** The error for a partial response (206) or a request that is accepted but not done (202). */
function unfinished(operation: Operation, status: number, object: Json | undefined): ApiError {
  const what = status === 206 ? 'it is only a part (206)' : `it says ${status}, not ${operation.success}`;
  const id = isJsonMap(object) ? object['id'] : undefined;
  return malformedAnswer(operation, status, what, operation.method === 'POST' && isId(id) ? id : undefined);
}

/** The error for an unexpected 404. `what` is a clause. */
export function notThere({ method, path }: Operation, what: string): ApiError {
  return new ApiError(`\`${method} ${path}\` returned 404: ${what}`, {
    method,
    path,
    status: 404,
    wasSent: 'yes',
  });
}

function unanswered({ origin }: ApiLine, { method, path }: Operation, exchanged: Unanswered): ApiError {
  const { wasSent, cause } = exchanged;
  const message = `no answer from ${origin} to \`${method} ${path}\`: ${failureWords(exchanged)}`;
  return new ApiError(message, { method, path, wasSent, cause: causeOf(cause) });
}

/** Undici's errors can hold sockets and requests, so only the message is kept. */
function causeOf(cause: unknown): unknown {
  return cause instanceof Error ? new Error(cause.message) : undefined;
}

function refused(line: ApiLine, { method, path }: Operation, answered: Answered): ApiError {
  const { status, text } = answered;
  const { message, operationId } = serviceWords(text);
  const words = message === undefined ? undefined : safeWords(line.clean(message));
  const id = operationId === undefined ? undefined : safeWords(line.clean(operationId));
  const end = `${words === undefined ? '' : `: ${words}`}${id === undefined ? '' : ` (operation ${id})`}`;
  const asked = askedWaitMs(answered, line.env.clock);
  const waitUntil =
    asked === undefined || asked <= longestWaitMs ? undefined : laterBy(asked, line.env.clock);
  const said = meaning(line, answered, waitUntil);
  return new ApiError(`\`${method} ${path}\` returned ${status}${said}${end}`, {
    method,
    path,
    status,
    serviceMessage: words,
    operationId: id,
    wasSent: 'yes',
    retryAfterMs: asked,
    waitUntil,
  });
}

/** Far dates are clamped: a header can ask for more milliseconds than `Date` supports. */
function laterBy(milliseconds: number, clock: Clock): Date {
  return new Date(Math.min(clock.now().getTime() + milliseconds, 8.64e15));
}

function meaning({ origin, token }: ApiLine, { status, location }: Answered, waitUntil?: Date): string {
  if (waitUntil !== undefined) {
    const longest = longestWaitMs / 1000;
    return ` (the service asks to wait until ${secondText(waitUntil)}; a run waits ${longest} s at most: run the command again then)`;
  }
  if (status >= 300 && status < 400)
    return ` (a redirect${target(location, origin)}; redirects are never followed)`;
  if (status === 401) {
    return token === undefined
      ? ' (no credential was given: set EDGEWRIGHT_API_TOKEN)'
      : ' (the credential was refused)';
  }
  if (status === 403) return ' (the credential may not do this)';
  if (status === 404) return ` (not in the words of the API: is ${origin} the right address?)`;
  return '';
}

function target(location: string | undefined, origin: string): string {
  if (location === undefined || !URL.canParse(location, origin)) return '';
  return ` to ${new URL(location, origin).origin}`;
}
