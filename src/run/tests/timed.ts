import type { Clock } from '../../model/io.ts';
import { elapsed } from '../../text/waits/elapsed.ts';

/** Runs a test, and measures it where there is a clock. */
export function timed<Of extends object>(
  clock: Pick<Clock, 'now' | 'elapsed'> | undefined,
  run: () => Of,
): Of & { readonly ms?: number } {
  if (clock === undefined) return run();
  const start = elapsed(clock);
  const made = run();
  return { ...made, ms: elapsed(clock) - start };
}
