import type { ReadApi } from '../../model/api.ts';
import type { Clock } from '../../model/io.ts';

/** The difference between the clock of the service and ours, as the `Date` headers of its responses tell it. */
export interface ServiceTime {
  /** `sent` and `received` by our clock, in milliseconds. */
  readonly seen: (date: string | undefined, sent: number, received: number) => void;
  /** In milliseconds, to be added to our clock; 0 if both may agree, undefined as long as no response told it. */
  readonly skew: () => number | undefined;
}

/**
 * Machines that share a ledger may have clocks that differ, and the time after which a lost request cannot arrive any
 * more is counted from the sending on one of them to the looking on another. All of them share the service. A header
 * has whole seconds and is written between sending and receiving, so each response gives bounds, and several narrow
 * them.
 */
export function serviceTime(): ServiceTime {
  let [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return {
    seen: (date, sent, received) => {
      const stated = Date.parse(date ?? '');
      const [low, high] = [stated - received, stated + 1000 - sent];
      // No date, or our clock was set back meanwhile.
      if (!(low <= high)) return;
      const isSet = Math.max(low, least) > Math.min(high, most);
      [least, most] = isSet ? [low, high] : [Math.max(low, least), Math.min(high, most)];
    },
    skew: () => (Number.isFinite(least) ? Math.max(least, Math.min(most, 0)) : undefined),
  };
}

/** The clock of the service, or ours as long as it is not known. */
export function serviceClock(clock: Clock, api: Pick<ReadApi, 'skew'>): Clock {
  return { ...clock, now: () => laterBy(clock.now(), api.skew()) };
}

/** A time of our clock as the service has it. */
export function laterBy(time: Date, skew: number | undefined): Date {
  return skew === undefined || skew === 0 ? time : new Date(time.getTime() + skew);
}
