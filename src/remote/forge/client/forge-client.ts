/**
 * The line to a forge: one request at a time, and at least a second between the end of a write and the next one, as
 * forges ask for, also after a write that was refused and before one that is sent again. When a forge limits the rate,
 * the line waits as long as it is told, else until the limit is reset, else a minute and longer each time, but never
 * more than ten minutes in all. A POST that may have arrived is never sent again here: its sender looks for the result
 * first. The token goes to one origin, and redirects are not followed.
 */
import { elapsed } from '../../../text/waits/elapsed.ts';
import { attemptsAfter, retryWaitMs } from '../../../text/waits/retry-limits.ts';
import { taskQueue } from '../../../text/waits/task-queue.ts';
import { refusedAnswer, tooLongToWait, unansweredRequest } from './refused-answer.ts';
import { exchange, type HttpResponse, type Dispatcher, type HttpResult } from '../../http/exchange.ts';
import { safeWords, serviceWords } from '../../http/failure-words.ts';
import { maySendAgain, retryAfterMs, sendAgain } from '../../http/send-again.ts';
import { ForgeError, type ForgeRequest } from '../../../model/forge.ts';
import type { Clock } from '../../../model/io.ts';
import type { Json } from '../../../model/value.ts';

const minute = 60_000;

export interface ForgeClientConfig {
  readonly origin: string;
  /** The path of the API URL, without a final slash. */
  readonly prefix: string;
  readonly dispatcher: Dispatcher;
  /** With the credential; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Most waiting for rate limits in all; ten minutes by default. With 0, no request is sent again. */
  readonly retryForMs?: number;
  /** Removes secrets from texts that are sent, and from messages of the forge. */
  readonly clean?: (text: string) => string;
  /** Set for a dry run: told of each write, which is not sent. */
  readonly onWrite?: ((request: ForgeRequest) => void) | undefined;
}

export interface ForgeAnswer {
  readonly status: number;
  /** Undefined without a body. */
  readonly json: Json | undefined;
  readonly header: (name: string) => string | undefined;
}

export interface ForgeClient {
  readonly origin: string;
  readonly prefix: string;
  /** The answer to a request that succeeded. Throws `ForgeError` for all others. */
  readonly ask: (request: ForgeRequest) => Promise<ForgeAnswer>;
  /** A text of the forge on one line, without secrets. */
  readonly clean: (text: string) => string;
  readonly close: () => Promise<void>;
}

const betweenWritesMs = 1_000;
const longestWaitsMs = 10 * 60_000;
const firstRetryMs = 500;
const maxBytes = 32 * 1024 * 1024;

export function openForgeClient(config: ForgeClientConfig): ForgeClient {
  const { origin, prefix, onWrite } = config;
  const state: ClientState = { lastWrite: -Infinity, waitedMs: 0 };
  const inTurn = taskQueue();
  const ask = (request: ForgeRequest): Promise<ForgeAnswer> => {
    const isWrite = !isReading(request);
    if (onWrite !== undefined && isWrite) {
      onWrite(request);
      return Promise.resolve({ status: 200, json: request.dryRun, header: () => undefined });
    }
    return inTurn(() => send(config, state, request));
  };
  return {
    origin,
    prefix,
    ask,
    clean: (text) => safeWords(config.clean?.(text) ?? text),
    close: () => config.dispatcher.destroy(),
  };
}

interface ClientState {
  /** The end of the last write. */
  lastWrite: number;
  /** The sum of all waits that the forge asked for. */
  waitedMs: number;
}

function isReading({ method, isRead }: ForgeRequest): boolean {
  return method === 'GET' || isRead === true;
}

async function send(
  config: ForgeClientConfig,
  state: ClientState,
  request: ForgeRequest,
): Promise<ForgeAnswer> {
  const { clock, retryForMs = longestWaitsMs } = config;
  const isSafe = request.method !== 'POST' || isReading(request);
  const { result, attempts } = await sendAgain({
    send: () => sendOnce(config, state, request),
    waitMs: (exchanged, attempt) => {
      const limitMs = limitWaitMs(exchanged, attempt, clock);
      if (limitMs !== undefined) return state.waitedMs + limitMs > retryForMs ? undefined : limitMs;
      if (retryForMs === 0 || attempt >= attemptsAfter(exchanged.status)) return undefined;
      return maySendAgain(exchanged, isSafe) ? retryWaitMs({ attempt, firstMs: firstRetryMs }) : undefined;
    },
    sleep: (wait, exchanged) => {
      if (exchanged.status !== undefined && isLimited(exchanged)) state.waitedMs += wait;
      return clock.sleep(wait);
    },
  });
  const limitMs = limitWaitMs(result, attempts, clock);
  if (result.status !== undefined && limitMs !== undefined)
    throw tooLongToWait(request, result.status, limitMs);
  return answerOf(config, request, result);
}

async function sendOnce(
  { dispatcher, ...config }: ForgeClientConfig,
  state: ClientState,
  request: ForgeRequest,
): Promise<HttpResult> {
  const { method, path, body, isWhole } = request;
  const { clock, timeoutMs } = config;
  const outgoing = {
    method,
    path: isWhole === true ? path : config.prefix + path,
    headers: body === undefined ? config.headers : { ...config.headers, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body, cleaned(config.clean)),
    isAlone: false,
  };
  const wait = isReading(request) ? 0 : state.lastWrite + betweenWritesMs - elapsed(clock);
  if (wait > 0) await clock.sleep(wait);
  const exchanged = await exchange(dispatcher, outgoing, { clock, timeoutMs, maxBytes });
  if (!isReading(request)) state.lastWrite = elapsed(clock);
  return exchanged;
}

/** Texts without secrets: what is posted passes no other filter. */
function cleaned(clean: ForgeClientConfig['clean']): (name: string, value: unknown) => unknown {
  return (_name, value) => (typeof value === 'string' && clean !== undefined ? clean(value) : value);
}

function answerOf(config: ForgeClientConfig, request: ForgeRequest, exchanged: HttpResult): ForgeAnswer {
  if (exchanged.status === undefined) throw unansweredRequest(config.origin, request, exchanged);
  const { status, text, header } = exchanged;
  if (status < 200 || status >= 300) throw refusedAnswer(request, exchanged, config);
  return { status, header, json: bodyOf(request, { status, text }) };
}

function bodyOf(
  request: ForgeRequest,
  { status, text }: Pick<HttpResponse, 'status' | 'text'>,
): Json | undefined {
  if (text === '') return undefined;
  try {
    if (text !== undefined) return JSON.parse(text) as Json;
  } catch {
    // Reported below, in the same words as a body that is not UTF-8.
  }
  throw new ForgeError('malformed', `the response to \`${request.method} ${request.path}\` is not JSON`, {
    status,
    mayBeDone: !isReading(request),
  });
}

/** Whether the response refuses a request for its rate: GitHub uses 403 for that too. */
function isLimited({ status, text, header }: HttpResponse): boolean {
  if (status === 429) return true;
  if (status === 503) return header('retry-after') !== undefined;
  if (status !== 403) return false;
  if (header('retry-after') !== undefined || header('x-ratelimit-remaining') === '0') return true;
  return /rate limit|abuse detection/i.test(serviceWords(text).message ?? '');
}

/**
 * The wait after a response that refuses a request for its rate, in milliseconds: as asked, else until the limit is
 * reset, else a minute, doubled each time. Undefined for any other result.
 */
function limitWaitMs(exchanged: HttpResult, attempt: number, clock: Clock): number | undefined {
  if (exchanged.status === undefined || !isLimited(exchanged)) return undefined;
  const { header } = exchanged;
  const askedMs = retryAfterMs(header, clock) ?? untilReset(header, clock);
  return retryWaitMs({ attempt, firstMs: minute, askedMs, longestMs: longestWaitsMs });
}

/** GitHub says `x-ratelimit-reset`, GitLab `ratelimit-reset`: seconds since 1970. */
function untilReset(header: HttpResponse['header'], clock: Pick<Clock, 'now'>): number | undefined {
  const [remaining, reset] = ['remaining', 'reset'].map(
    (name) => header(`x-ratelimit-${name}`) ?? header(`ratelimit-${name}`),
  );
  // Of a limit that is not used up, the reset says nothing about this refusal.
  if (reset === undefined || !/^\d{1,12}$/.test(reset) || (remaining ?? '0') !== '0') return undefined;
  return Math.max(Number(reset) * 1000 - clock.now().getTime(), 0) + 1_000;
}
