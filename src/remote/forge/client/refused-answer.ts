import type { HttpResponse, HttpFailure } from '../../http/exchange.ts';
import { failureWords, safeWords, serviceWords } from '../../http/failure-words.ts';
import { ForgeError, type ForgeProblem, type ForgeRequest } from '../../../model/forge.ts';
import { parsedJson, isJsonMap, jsonItems } from '../../../text/json/json-access.ts';

interface RefusalContext {
  readonly origin: string;
  /** Removes secrets. */
  readonly clean?: (text: string) => string;
}

/** The error for a response that reports a failure. */
export function refusedAnswer(
  { method, path, isRead }: ForgeRequest,
  { status, text, header }: HttpResponse,
  { origin, clean = (words) => words }: RefusalContext,
): ForgeError {
  const words = messageIn(text);
  const reason = words === undefined ? '' : `: ${safeWords(clean(words))}`;
  const mayBeDone = status >= 500 && method !== 'GET' && isRead !== true;
  return new ForgeError(
    problemOf(status),
    `\`${method} ${path}\` returned ${status}${meaningOf(status, { header, origin })}${reason}`,
    { status, mayBeDone },
  );
}

function problemOf(status: number): ForgeProblem {
  if (status === 401 || status === 403) return 'no-right';
  if (status === 404 || status === 410) return 'missing';
  if (status === 408 || status >= 500) return 'unanswered';
  return 'refused';
}

interface Around extends Pick<HttpResponse, 'header'> {
  readonly origin: string;
}

function meaningOf(status: number, { header, origin }: Around): string {
  if (status >= 300 && status < 400) {
    const location = header('location');
    const to =
      location !== undefined && URL.canParse(location, origin) ? new URL(location, origin).origin : '';
    return ` (a redirect${to === '' ? '' : ` to ${to}`}; redirects are never followed)`;
  }
  if (status === 401) return ' (the token was refused)';
  if (status !== 403) return '';
  const needed = header('x-accepted-github-permissions');
  return needed === undefined
    ? ' (the token may not do this)'
    : ` (the token may not do this; it needs the permission ${safeWords(needed)})`;
}

/** GitHub lists the reasons of a 422 beside the message; GitLab's message may be a map of them. */
function messageIn(text: string | undefined): string | undefined {
  const { message } = serviceWords(text);
  const parsed = parsedJson(text);
  if (!isJsonMap(parsed)) return message;
  const reasons = jsonItems(parsed['errors']).flatMap((error) => {
    const reason = isJsonMap(error) ? (error['message'] ?? error['code']) : error;
    return typeof reason === 'string' ? [reason] : [];
  });
  const inMessage = isJsonMap(parsed['message']) ? [JSON.stringify(parsed['message'])] : [];
  const all = [...(message === undefined ? [] : [message]), ...inMessage, ...reasons];
  return all.length === 0 ? undefined : all.join('; ');
}

/** The error for a request without a complete response. */
export function unansweredRequest(
  origin: string,
  { method, path, isRead }: ForgeRequest,
  exchanged: HttpFailure,
): ForgeError {
  const { wasSent, cause } = exchanged;
  return new ForgeError(
    'unanswered',
    `no response from ${origin} to \`${method} ${path}\`: ${failureWords(exchanged)}`,
    {
      mayBeDone: wasSent === 'maybe' && method !== 'GET' && isRead !== true,
      // Undici's errors can hold sockets and requests, so only the message is kept.
      cause: cause instanceof Error ? new Error(cause.message) : undefined,
    },
  );
}

/** The error for a rate limit that asks for more time than a run waits. */
export function tooLongToWait({ method, path }: ForgeRequest, status: number, waitMs: number): ForgeError {
  const seconds = Math.ceil(waitMs / 1000);
  return new ForgeError(
    'rate-limit',
    `\`${method} ${path}\` returned ${status} (rate limit): the forge asks to wait ${seconds} s more, and a run waits 10 minutes at most`,
    { status },
  );
}
