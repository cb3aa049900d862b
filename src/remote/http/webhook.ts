import { isLoopback } from '../../text/loopback.ts';
import { unlessLate } from '../../text/waits/unless-aborted.ts';
import type { Clock } from '../../model/io.ts';
import { version } from '../../version.ts';
import { dispatcherTo } from './dispatcher-to.ts';
import { exchange, type HttpResult } from './exchange.ts';
import type { ProxySettings } from './proxy-settings.ts';

/** The URL of a webhook: https, or http on this machine, without user and password. Undefined for any other text. */
export function webhookUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.username !== '' || url.password !== '') return undefined;
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isSafe ? url : undefined;
}

export interface Webhook {
  /** Posts JSON. Never throws, and ends after the timeout. */
  readonly post: (body: string) => Promise<HttpResult>;
  readonly close: () => Promise<void>;
}

interface WebhookOptions {
  readonly clock: Clock;
  readonly proxy: ProxySettings | undefined;
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Redirects are not followed: they could lead the message to anybody. The body of a response is not read: it may be
 * large or slow, and says nothing that we need. Each post has a connection of its own, as one before may hang.
 */
export function openWebhook(
  { origin, pathname, search }: URL,
  { clock, proxy, timeoutMs, headers: more = {} }: WebhookOptions,
): Webhook {
  const dispatcher = dispatcherTo(origin, proxy, { connect: { timeout: timeoutMs } });
  const headers = { ...more, 'content-type': 'application/json', 'user-agent': `edgewright/${version}` };
  const about = { method: 'POST', path: `${pathname}${search}`, headers, isAlone: true } as const;
  const bounds = { clock, timeoutMs, maxBytes: undefined };
  return {
    post: (body) => unlessLate(timeoutMs, exchange(dispatcher, { ...about, body }, bounds), () => tooLate),
    close: () => dispatcher.destroy(),
  };
}

const tooLate: HttpResult = {
  status: undefined,
  wasSent: 'maybe',
  code: 'UND_ERR_HEADERS_TIMEOUT',
  proxy: undefined,
  cause: undefined,
};
