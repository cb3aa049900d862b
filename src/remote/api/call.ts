import { elapsed } from '../../text/waits/elapsed.ts';
import { attemptsAfter, longestWaitMs, retryWaitMs } from '../../text/waits/retry-limits.ts';
import type { Operation } from '../../kinds/operation.ts';
import type { BeforeSending, RequestWatch } from '../../model/api.ts';
import { ApiError } from '../../model/errors.ts';
import type { Clock, Env } from '../../model/io.ts';
import type { Secret } from '../../model/secret.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { isJsonMap, parsedJson } from '../../text/json/json-access.ts';
import { secondText } from '../../text/words/time-words.ts';
import {
  type Dispatcher,
  exchange,
  type HttpFailure,
  type HttpResponse,
  type HttpResult,
} from '../http/exchange.ts';
import { failureWords, safeWords, serviceWords } from '../http/failure-words.ts';
import { askedWaitMs, maySendAgain, sendAgain, type LastAttempt } from '../http/send-again.ts';
import { isId } from './check-answer.ts';
import type { Limiter, RequestEnd, StartedRequest } from './limiter.ts';
import type { ServiceTime } from './service-time.ts';
import type { Digest } from './digest.ts';
import { malformedAnswer } from './answer-error.ts';

/** Shared by all requests of a client. */
export interface ApiClient {
  readonly origin: string;
  readonly dispatcher: Dispatcher;
  readonly limiter: Limiter;
  readonly digest: Digest;
  readonly headers: Readonly<Record<string, string>>;
  readonly token: Secret | undefined;
  /** The variable or file that the token comes from. */
  readonly tokenFrom: string | undefined;
  /** Removes secrets from messages of the service, which may repeat them. */
  readonly clean: (text: string) => string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly env: Env;
  readonly time: ServiceTime;
  readonly watch: RequestWatch | undefined;
}

/** The failures after which a request may be repeated automatically. */
type RetryPolicy =
  /** GET: after any temporary failure. */
  | 'read'
  /** POST: only if it was certainly not carried out. */
  | 'create'
  /** PATCH, DELETE: apply reads the object first. */
  | 'never';

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
export async function call(client: ApiClient, request: Call): Promise<Reply> {
  client.watch?.asked(request.policy === 'read', 1);
  return callStarted(client, request);
}

/** Sends a request that the watch knows of; `started` is its first attempt, if it may start already. */
export async function callStarted(
  client: ApiClient,
  request: Call,
  started?: StartedRequest,
): Promise<Reply> {
  try {
    return await send(client, request, started);
  } finally {
    client.watch?.ended(request.policy === 'read');
  }
}

async function send(client: ApiClient, request: Call, started: StartedRequest | undefined): Promise<Reply> {
  const { operation, policy, turn } = request;
  const last = await sendAgain({
    send: async (attempt) => {
      const isStarted = attempt === 1 && started !== undefined;
      return sendOnce(client, request, {
        attempt,
        started: isStarted ? started : await client.limiter.start(turn),
      });
    },
    waitMs: (exchanged, attempt) => waitBeforeRetry(policy, exchanged, attempt, client.env),
    sleep: (wait, exchanged) => {
      if (isRejection(exchanged)) client.watch?.waiting(wait);
      return client.env.clock.sleep(wait);
    },
  });
  if (last.result.status !== undefined) request.received?.(last.result.bytes);
  const reply = (): Reply => replyOf(client, operation, last);
  return policy === 'read' ? client.digest.take(reply) : reply();
}

const firstWaitMs = 200;

/** A service that asks for more time than a run waits is not asked again. */
function waitBeforeRetry(
  policy: RetryPolicy,
  exchanged: HttpResult,
  attempt: number,
  { clock, random }: Env,
): number | undefined {
  if (policy === 'never' || attempt >= attemptsAfter(exchanged.status)) return undefined;
  const askedMs = askedWaitMs(exchanged, clock);
  if (!maySendAgain(exchanged, policy === 'read') || (askedMs ?? 0) > longestWaitMs) return undefined;
  return retryWaitMs({ attempt, firstMs: firstWaitMs, askedMs, share: (random(1)[0] ?? 0) / 255 });
}

async function sendOnce(
  client: ApiClient,
  { operation, path, body, policy, isAlone = false, before }: Call,
  { attempt, started }: { readonly attempt: number; readonly started: StartedRequest },
): Promise<HttpResult> {
  const { clock } = client.env;
  const { method } = operation;
  const headers =
    body === undefined ? client.headers : { ...client.headers, 'content-type': 'application/json' };
  const bounds = { clock, timeoutMs: client.timeoutMs, maxBytes: client.maxBytes };
  let end: RequestEnd = 'unsent';
  try {
    await before?.();
    const sent = clock.now().getTime();
    const exchanged = await exchange(client.dispatcher, { method, path, headers, body, isAlone }, bounds);
    const { status } = exchanged;
    if (status !== undefined) client.time.seen(exchanged.header('date'), sent, clock.now().getTime());
    const milliseconds = elapsed(clock) - started.at;
    client.watch?.exchanged({ method, path, template: operation.path, attempt, status, milliseconds });
    end = endOf(exchanged, policy, clock);
    return exchanged;
  } finally {
    started.end(end);
  }
}

function endOf(exchanged: HttpResult, policy: RetryPolicy, clock: Clock): RequestEnd {
  if (isRejection(exchanged))
    return { retryAfterMs: Math.min(askedWaitMs(exchanged, clock) ?? 0, longestWaitMs) };
  // A read that failed is repeated; the outcome of a write may be unknown.
  if (policy !== 'read' && (exchanged.status ?? 500) >= 500) return 'failed';
  return exchanged.status === undefined ? 'unsent' : 'accepted';
}

function isRejection({ status }: HttpResult): boolean {
  return status === 429 || status === 503;
}

function replyOf(
  client: ApiClient,
  operation: Operation,
  { result: exchanged, attempts }: LastAttempt<HttpResult>,
): Reply {
  if (exchanged.status === undefined) throw unanswered(client, operation, { result: exchanged, attempts });
  const { status, text } = exchanged;
  if (status >= 200 && status < 300) {
    const object = parsedJson(text);
    if (!whole.has(status)) throw unfinished(operation, status, object);
    if (operation.success === 204) return 'nothing';
    if (isJsonMap(object)) return object;
    throw malformedAnswer(operation, status, whyNoObject(exchanged));
  }
  if (status === 404 && (text === '' || isJsonMap(parsedJson(text)))) return 'missing';
  throw refused(client, operation, { result: exchanged, attempts });
}

function whyNoObject({ text, header }: HttpResponse): string {
  if (text === '') return 'it is empty';
  const encoding = header('content-encoding') ?? '';
  return isCompression.test(encoding)
    ? `it is compressed (${encoding}), which was not asked for`
    : 'it is not a JSON object';
}

const isCompression = /^(?:br|compress|deflate|gzip|zstd)$/i;

/** Statuses of success responses that are complete and final. */
const whole: ReadonlySet<number> = new Set([200, 201, 203, 204]);

/** The error for a partial response (206) or a request that is accepted but not done (202). */
function unfinished(operation: Operation, status: number, object: Json | undefined): ApiError {
  const what = status === 206 ? 'it is only a part (206)' : `it says ${status}, not ${operation.success}`;
  const id = isJsonMap(object) ? object['id'] : undefined;
  return malformedAnswer(operation, status, what, operation.method === 'POST' && isId(id) ? id : undefined);
}

function unanswered(
  { origin }: ApiClient,
  { method, path }: Operation,
  { result: exchanged, attempts }: LastAttempt<HttpFailure>,
): ApiError {
  const { wasSent, cause } = exchanged;
  const message = `no answer from ${origin} to \`${method} ${path}\`${triedWords(attempts)}: ${failureWords(exchanged)}`;
  return new ApiError(message, { method, path, wasSent, cause: causeOf(cause) });
}

function triedWords(attempts: number): string {
  return attempts === 1 ? '' : ` in ${attempts} attempts`;
}

/** Undici's errors can hold sockets and requests, so only the message is kept. */
function causeOf(cause: unknown): unknown {
  return cause instanceof Error ? new Error(cause.message) : undefined;
}

function refused(
  client: ApiClient,
  { method, path }: Operation,
  { result: answered, attempts }: LastAttempt<HttpResponse>,
): ApiError {
  const { status, text } = answered;
  const { message, code, operationId } = serviceWords(text);
  const words = message === undefined ? undefined : safeWords(client.clean(message));
  const id = operationId === undefined ? undefined : safeWords(client.clean(operationId));
  const marks = [
    ...(code === undefined ? [] : [safeWords(client.clean(code))]),
    ...(id === undefined ? [] : [`operation ${id}`]),
  ];
  const end = `${words === undefined ? '' : `: ${words}`}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`;
  const asked = askedWaitMs(answered, client.env.clock);
  const waitUntil =
    asked === undefined || asked <= longestWaitMs ? undefined : laterBy(asked, client.env.clock);
  const meaningText = meaning(client, answered, waitUntil);
  return new ApiError(`\`${method} ${path}\` returned ${status}${triedWords(attempts)}${meaningText}${end}`, {
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

function meaning(
  { origin, token, tokenFrom }: ApiClient,
  { status, header, text }: HttpResponse,
  waitUntil?: Date,
): string {
  if (waitUntil !== undefined) {
    const longest = longestWaitMs / 1000;
    return ` (the service asks to wait until ${secondText(waitUntil)}; a run waits ${longest} s at most: run the command again then)`;
  }
  if (status >= 300 && status < 400)
    return ` (a redirect${target(header('location'), origin)}; redirects are never followed)`;
  if (status === 401) {
    return token === undefined
      ? ` (${origin} wants a credential: set EDGEWRIGHT_API_TOKEN)`
      : ` (${origin} refused the credential${tokenFrom === undefined ? '' : ` of ${tokenFrom}`})`;
  }
  if (status === 400 && /\bheader\b/i.test(serviceWords(text).message ?? ''))
    return ' (headers for every request are set in EDGEWRIGHT_API_HEADERS, one `Name: value` a line)';
  if (status === 403) return ' (the credential may not do this)';
  if (status === 404) return ` (not in the words of the API: is ${origin} the right address?)`;
  return '';
}

function target(location: string | undefined, origin: string): string {
  if (location === undefined || !URL.canParse(location, origin)) return '';
  return ` to ${new URL(location, origin).origin}`;
}
