import type { Clock } from '../../model/io.ts';

/** Milliseconds on a scale for durations: a system clock that is set meanwhile does not move it. */
export function elapsed(clock: Pick<Clock, 'now' | 'elapsed'>): number {
  return clock.elapsed?.() ?? clock.now().getTime();
}
