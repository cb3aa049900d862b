import { unlessAborted } from '../../domain/unless-aborted.ts';
import type { Clock, Io } from '../../model/io.ts';
import type { Notice } from '../../model/notice.ts';
import { askedWaitMs } from '../../remote/http/asked-wait.ts';
import { failureWords } from '../../remote/http/failure-words.ts';
import { openWebhook, type PostResult, type Webhook, webhookUrl } from '../../remote/http/webhook.ts';
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
  const webhook = openWebhook(url, { proxy: proxyOf(io), timeoutMs: limits.timeoutMs });
  try {
    return await within(limits.totalMs, io.urgent, deliver(webhook, body, { ...limits, clock: io.clock }));
  } finally {
    await webhook.close();
  }
}

/** Real time: a server that is slow in its own ways must not hold up the end of the run. */
async function within(
  milliseconds: number,
  urgent: AbortSignal | undefined,
  delivery: Promise<string | undefined>,
): Promise<string | undefined> {
  const slow = new AbortController();
  const timer = setTimeout(() => slow.abort(), milliseconds);
  try {
    const inTime = unlessAborted(
      slow.signal,
      delivery,
      () => `it did not accept it in ${milliseconds / 1000} s`,
    );
    return await unlessAborted(urgent, inTime, () => 'the run was ended');
  } finally {
    clearTimeout(timer);
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
  { attempts, totalMs, clock }: Pick<RetryLimits, 'attempts' | 'totalMs'> & { readonly clock: Clock },
): Promise<string | undefined> {
  const start = clock.now().getTime();
  for (let attempt = 1; ; attempt++) {
    const posted = await webhook.post(body);
    if (posted.status !== undefined && posted.status >= 200 && posted.status < 300) return undefined;
    const wait = waitAfter(posted, attempt, clock);
    const isOver = clock.now().getTime() + wait - start >= totalMs;
    if (!mayPass(posted) || attempt >= attempts || isOver) return reasonText(posted, attempt);
    await clock.sleep(wait);
  }
}

function waitAfter(posted: PostResult, attempt: number, clock: Clock): number {
  const asked = askedWaitMs(posted, clock);
  return asked ?? firstWaitMs * 2 ** (attempt - 1);
}

/** A network failure, a timeout, an overloaded or failing server. */
function mayPass({ status }: PostResult): boolean {
  return status === undefined || status === 408 || status === 429 || status >= 500;
}

function reasonText(posted: PostResult, attempts: number): string {
  const times = attempts === 1 ? '' : `, ${attempts} times`;
  if (posted.status === undefined) return `${failureWords(posted)}${times}`;
  const { status } = posted;
  const redirect = status >= 300 && status < 400 ? ' (redirects are not followed)' : '';
  return `it returned ${status}${redirect}${times}`;
}
