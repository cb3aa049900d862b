import type { Dispatcher } from 'undici';
import { version } from '../../version.ts';
import { isLoopback } from '../../domain/loopback.ts';
import type { ProxySettings } from './proxy-settings.ts';
import { dispatcherTo } from './dispatcher-to.ts';
import { failureIn, type Failure } from './exchange.ts';

/** The status of a response, or why there is none. The body of a response is never read. */
export type PostResult =
  | { readonly status: number; readonly retryAfter: string | undefined }
  | ({ readonly status?: undefined } & Failure);

export interface Webhook {
  /** Posts JSON. Never throws, and ends after the timeout. */
  readonly post: (body: string) => Promise<PostResult>;
  readonly close: () => Promise<void>;
}

/** The URL of a webhook: https, or http on this machine, without user and password. Undefined for any other text. */
export function webhookUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.username !== '' || url.password !== '') return undefined;
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isSafe ? url : undefined;
}

interface WebhookOptions {
  readonly proxy: ProxySettings | undefined;
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Redirects are not followed: they could lead the message to anybody. */
export function openWebhook(
  { origin, pathname, search }: URL,
  { proxy, timeoutMs, headers: more = {} }: WebhookOptions,
): Webhook {
  const dispatcher = dispatcherTo(origin, proxy, { connections: 1, connect: { timeout: timeoutMs } });
  const headers = { ...more, 'content-type': 'application/json', 'user-agent': `edgewright/${version}` };
  return {
    post: (body) =>
      new Promise((resolve) => {
        let stop = (): void => undefined;
        const end = (posted: PostResult): void => {
          clearTimeout(timer);
          resolve(posted);
          stop();
        };
        const timer = setTimeout(() => end({ code: 'UND_ERR_HEADERS_TIMEOUT', proxy: undefined }), timeoutMs);
        try {
          dispatcher.dispatch(
            { method: 'POST', path: `${pathname}${search}`, headers, body, reset: true },
            statusHandler(end, (abort) => (stop = abort)),
          );
        } catch (error) {
          end(failureIn(error));
        }
      }),
    close: () => dispatcher.destroy(),
  };
}

/** Ends with the headers of the response: a body may be large or slow, and says nothing that we need. */
function statusHandler(
  end: (posted: PostResult) => void,
  onStart: (abort: () => void) => void,
): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (controller) => onStart(() => controller.abort(new Error('the status is known'))),
    onResponseStart: (_controller, status, headers) => {
      const { 'retry-after': after } = headers;
      if (status >= 200) end({ status, retryAfter: typeof after === 'string' ? after : undefined });
    },
    onResponseData: () => undefined,
    onResponseEnd: () => undefined,
    onResponseError: (_controller, error) => end(failureIn(error)),
  };
}
