import { retryAfterMs } from '../../http/asked-wait.ts';
import type { Answered } from '../../http/exchange.ts';
import { serviceWords } from '../../http/service-words.ts';
import type { Clock } from '../../model/io.ts';

const minute = 60_000;

/** Whether the response refuses a request for its rate: GitHub uses 403 for that too. */
export function isLimited({ status, text, header }: Answered): boolean {
  if (status === 429) return true;
  if (status === 503) return header('retry-after') !== undefined;
  if (status !== 403) return false;
  if (header('retry-after') !== undefined || header('x-ratelimit-remaining') === '0') return true;
  return /rate limit|abuse detection/i.test(serviceWords(text).message ?? '');
}

/** The wait before the next request: as asked, else until the limit is reset, else a minute, doubled each time. */
export function limitedWaitMs(
  { header }: Pick<Answered, 'header'>,
  before: number,
  clock: Pick<Clock, 'now'>,
): number {
  return (
    retryAfterMs(header('retry-after'), clock, header('date')) ??
    untilReset(header, clock) ??
    minute * 2 ** before
  );
}

/** GitHub says `x-ratelimit-reset`, GitLab `ratelimit-reset`: seconds since 1970. */
function untilReset(header: Answered['header'], clock: Pick<Clock, 'now'>): number | undefined {
  const [remaining, reset] = ['remaining', 'reset'].map(
    (name) => header(`x-ratelimit-${name}`) ?? header(`ratelimit-${name}`),
  );
  // Of a limit that is not used up, the reset says nothing about this refusal.
  if (reset === undefined || !/^\d{1,12}$/.test(reset) || (remaining ?? '0') !== '0') return undefined;
  return Math.max(Number(reset) * 1000 - clock.now().getTime(), 0) + 1_000;
}
