import type { Dispatcher } from '../../../src/remote/http/exchange.ts';
import type { Clock } from '../../../src/model/io.ts';

/** Says of each request whether the service carries it out, and is told when it ends. Knows nothing of the client. */
export interface ServiceLimit {
  /** The earliest time at which a refused request could pass, or `undefined` if this one may. */
  readonly takes: (now: number) => number | undefined;
  readonly ended: () => void;
}

/** From the client to the service, and back. */
const transitMs = 0.5;

const none = (): void => undefined;

/** Refills gradually; up to `burst` requests pass at once. */
export function bucket(rate: number, burst: number): ServiceLimit {
  let tokens = burst;
  let filledAt = 0;
  return {
    takes: (now) => {
      tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * rate);
      filledAt = now;
      if (tokens < 1) return now + ((1 - tokens) / rate) * 1000;
      tokens--;
      return undefined;
    },
    ended: none,
  };
}

/** So many in a window. The first one begins with the first request; the next ones follow each other, used or not. */
export function fixedWindow(requests: number, windowMs: number): ServiceLimit {
  let start: number | undefined;
  let taken = 0;
  return {
    takes: (now) => {
      start ??= now;
      if (now - start >= windowMs) {
        start += Math.floor((now - start) / windowMs) * windowMs;
        taken = 0;
      }
      if (taken >= requests) return start + windowMs;
      taken++;
      return undefined;
    },
    ended: none,
  };
}

/** So many at the same time, however many in a second. */
export function concurrent(most: number): ServiceLimit {
  let running = 0;
  return {
    takes: (now) => {
      if (running >= most) return now;
      running++;
      return undefined;
    },
    ended: () => {
      running--;
    },
  };
}

/** What a refusal says of the wait: seconds rounded up, as RFC 9110 has it; a date; nothing. */
export type RetryAfter = 'seconds' | 'date' | 'missing';

export interface LimitedService {
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  /** Lets the time pass until the work is done; its duration in milliseconds. */
  readonly time: (work: Promise<unknown>) => Promise<number>;
  /** In order of their arrival. */
  readonly requests: { readonly path: string; readonly at: number; readonly isTaken: boolean }[];
}

/** A service behind a limit in virtual time: nothing waits, and nothing depends on the machine. */
export function limitedService(
  limit: ServiceLimit,
  about: {
    readonly latencyMs: number;
    readonly retryAfter: RetryAfter;
    readonly refusal: 429 | 503;
    /** What a refusal says in addition. */
    readonly headers: Readonly<Record<string, string>>;
    /** The share by which the time of a request varies. */
    readonly jitter: number;
    readonly answer: (path: string) => unknown;
  },
): LimitedService {
  const { latencyMs, retryAfter, refusal, headers: added, jitter, answer } = about;
  const random = randomNumbers();
  const epoch = Date.parse('2026-06-01T00:00:00Z');
  let now = 0;
  let events: { readonly at: number; readonly run: () => void }[] = [];
  const after = (milliseconds: number, run: () => void): void =>
    void events.push({ at: now + milliseconds, run });
  const requests: LimitedService['requests'] = [];
  let received = 0;

  const headersOf = (until: number): Record<string, string> => {
    const seconds = Math.max(1, Math.ceil((until - now) / 1000));
    if (retryAfter === 'missing') return {};
    if (retryAfter === 'seconds') return { 'retry-after': String(seconds) };
    return { 'retry-after': new Date(Math.ceil((epoch + until) / 1000) * 1000).toUTCString() };
  };

  const dispatch = ({ path }: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean => {
    const controller = { abort: none, resume: none, pause: none } as unknown as Dispatcher.DispatchController;
    handler.onRequestStart?.(controller, {});
    const respond = (status: number, headers: Record<string, string>, body: unknown): void => {
      handler.onResponseStart?.(controller, status, headers);
      handler.onResponseData?.(controller, Buffer.from(JSON.stringify(body)));
      handler.onResponseEnd?.(controller, {});
      received++;
    };
    after(transitMs, () => {
      const until = limit.takes(now);
      requests.push({ path, at: now, isTaken: until === undefined });
      if (until !== undefined) {
        const headers = { ...headersOf(until), ...added };
        after(transitMs, () => respond(refusal, headers, { msg: 'too many requests' }));
        return;
      }
      after((latencyMs - 2 * transitMs) * (1 + jitter * (2 * random() - 1)), () => {
        limit.ended();
        after(transitMs, () => respond(200, {}, answer(path)));
      });
    });
    return true;
  };

  return {
    dispatcher: { dispatch, destroy: () => Promise.resolve() } as unknown as Dispatcher,
    clock: {
      now: () => new Date(epoch + now),
      elapsed: () => now,
      sleep: (milliseconds) => new Promise((resolve) => after(Math.max(1, milliseconds), resolve)),
    },
    requests,
    time: async (work) => {
      const state = { isDone: false };
      const end = (): void => {
        state.isDone = true;
      };
      work.then(end, end);
      const started = now;
      for (;;) {
        // One response is parsed in each turn of the event loop.
        const turns = events.length > 0 ? 3 + received : 100;
        received = 0;
        for (let turn = 0; turn < turns; turn++)
          if (!state.isDone) await new Promise((resolve) => setImmediate(resolve));
        if (state.isDone) break;
        now = events.reduce((least, { at }) => Math.min(least, at), Infinity);
        if (now === Infinity) throw new Error('no request is under way, and none will be');
        const due = events.filter(({ at }) => at <= now);
        events = events.filter(({ at }) => at > now);
        for (const { run } of due) run();
      }
      await work;
      return now - started;
    },
  };
}

/** Numbers from 0 to 1, the same ones each time. */
export function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
