import { elapsed } from '../../text/waits/elapsed.ts';
import { retryWaitMs } from '../../text/waits/retry-limits.ts';
import { unlessAborted, unlessLate } from '../../text/waits/unless-aborted.ts';
import type { Clock, Io } from '../../model/io.ts';
import type { Notice } from '../../model/notice.ts';
import type { HttpResult } from '../../remote/http/exchange.ts';
import { failureWords } from '../../remote/http/failure-words.ts';
import { askedWaitMs, maySendAgain, sendAgain } from '../../remote/http/send-again.ts';
import { openWebhook, type Webhook, webhookUrl } from '../../remote/http/webhook.ts';
import { notificationJson } from '../../report/run/notification.ts';
import { proxyOf } from './api/proxy.ts';
import { openSecrets } from './secrets/secrets.ts';

const firstWaitMs = 500;

interface NoticeJob {
  readonly notice: Notice;
  readonly secretsDir: string | undefined;
  readonly limits: RetryLimits;
}

/** Sends a notification to the URL that the secret holds; returns why it was not delivered, as a clause. */
export async function sendTo(
  io: Io,
  name: string,
  { notice, secretsDir, limits }: NoticeJob,
): Promise<string | undefined> {
  const secret = openSecrets(io, secretsDir)(name);
  if (secret === undefined) return `the secret is not set`;
  const text = secret.reveal().trim();
  io.secrets?.learn(text);
  const url = webhookUrl(text);
  if (url === undefined) return 'its value is not an https URL';
  const clean = io.secrets?.clean ?? ((text: string) => text);
  const body = clean(notificationJson(notice, clean));
  const { clock } = io;
  const { timeoutMs, totalMs } = limits;
  const webhook = openWebhook(url, { clock, proxy: proxyOf(io), timeoutMs });
  const late = (): string => `it did not accept it in ${totalMs / 1000} s`;
  try {
    const inTime = unlessLate(totalMs, deliver(webhook, body, { ...limits, clock }), late);
    return await unlessAborted(io.urgent, inTime, () => 'the run was ended');
  } finally {
    await webhook.close();
  }
}

/** The limits of one delivery. */
export interface RetryLimits {
  readonly attempts: number;
  /** For each attempt, in milliseconds. */
  readonly timeoutMs: number;
  /** For all attempts, with the waits between them. */
  readonly totalMs: number;
}

/** Posts until the webhook accepts; otherwise returns the reason as a clause. A chat may show a message twice. */
async function deliver(
  webhook: Webhook,
  body: string,
  { attempts: most, totalMs, clock }: Pick<RetryLimits, 'attempts' | 'totalMs'> & { readonly clock: Clock },
): Promise<string | undefined> {
  const until = elapsed(clock) + totalMs;
  const { result, attempts } = await sendAgain({
    send: () => webhook.post(body),
    waitMs: (posted, attempt) => {
      const wait = retryWaitMs({ attempt, firstMs: firstWaitMs, askedMs: askedWaitMs(posted, clock) });
      const isFinal = attempt >= most || !maySendAgain(posted, true) || elapsed(clock) + wait >= until;
      return isFinal ? undefined : wait;
    },
    sleep: clock.sleep,
  });
  return reasonText(result, attempts);
}

/** The reason why a message was not delivered; undefined if it was. */
function reasonText(posted: HttpResult, attempts: number): string | undefined {
  const times = attempts === 1 ? '' : `, ${attempts} times`;
  if (posted.status === undefined) return `${failureWords(posted)}${times}`;
  const { status } = posted;
  if (status >= 200 && status < 300) return undefined;
  const redirect = status >= 300 && status < 400 ? ' (redirects are not followed)' : '';
  return `it returned ${status}${redirect}${times}`;
}
