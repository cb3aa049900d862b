import { failureWords } from '../../http/failure-words.ts';
import { askedWaitMs } from '../../http/asked-wait.ts';
import type { Posted, Webhook } from '../../http/webhook.ts';
import type { Clock } from '../../model/io.ts';

/** The limits of one delivery. */
export interface RetryLimits {
  readonly attempts: number;
  /** For each attempt, in milliseconds. */
  readonly timeoutMs: number;
  /** For all attempts, with the waits between them. */
  readonly totalMs: number;
}

const firstWaitMs = 500;

/** Posts until the webhook accepts; otherwise returns the reason as a clause. A chat may show a message twice. */
export async function deliver(
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

function waitAfter(posted: Posted, attempt: number, clock: Clock): number {
  const asked = askedWaitMs(posted, clock);
  return asked ?? firstWaitMs * 2 ** (attempt - 1);
}

/** A network failure, a timeout, an overloaded or failing server. */
function mayPass({ status }: Posted): boolean {
  return status === undefined || status === 408 || status === 429 || status >= 500;
}

function reasonText(posted: Posted, attempts: number): string {
  const times = attempts === 1 ? '' : `, ${attempts} times`;
  if (posted.status === undefined) return `${failureWords(posted)}${times}`;
  const { status } = posted;
  const redirect = status >= 300 && status < 400 ? ' (redirects are not followed)' : '';
  return `it returned ${status}${redirect}${times}`;
}
