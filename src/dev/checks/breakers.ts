/**
 * Circuit breakers of modules and actions. One trips when enough requests of its window failed; while it is open,
 * requests are refused, and afterwards it begins to count again.
 */
import { durationMs } from './duration-ms.ts';

export interface Breaker {
  readonly isOpen: boolean;
  readonly count: (hasFailed: boolean) => void;
}

export interface Breakers {
  readonly at: (place: string, settings: Readonly<Record<string, unknown>>) => Breaker;
}

interface Circuit {
  openUntil: number;
  /** The counts of parts of the window, the oldest first. */
  buckets: Bucket[];
}

interface Bucket {
  readonly start: number;
  all: number;
  failed: number;
}

/** A window is divided into so many parts, each of which is forgotten as a whole. */
const bucketsOfWindow = 10;

export function openBreakers(elapsed: () => number): Breakers {
  const circuits = new Map<string, Circuit>();
  return {
    at: (place, settings) => {
      // The settings are part of the name: a breaker that is set in another way begins closed.
      const name = JSON.stringify([place, settings]);
      const circuit = circuits.get(name) ?? { openUntil: 0, buckets: [] };
      circuits.set(name, circuit);
      const limits = limitsOf(settings);
      return {
        isOpen: elapsed() < circuit.openUntil,
        count: (hasFailed) => countResult(circuit, limits, { time: elapsed(), hasFailed }),
      };
    },
  };
}

interface BreakerLimits {
  readonly volume: number;
  readonly share: number;
  readonly window: number;
  readonly tripped: number;
}

/** Modules and actions name these settings differently. The defaults are those that the action documents. */
function limitsOf(settings: Readonly<Record<string, unknown>>): BreakerLimits {
  const number = (...names: readonly string[]): number | undefined => {
    const value = names
      .map((name) => settings[name])
      .find((setting) => setting !== undefined && setting !== null);
    return value === undefined ? undefined : Number(value);
  };
  return {
    volume: number('volume_threshold') ?? 10,
    share: number('error_threshold_percentage', 'error_threshold') ?? 0.5,
    window: durationMs(settings['rolling_window'] ?? settings['window_duration']) ?? 10_000,
    tripped: durationMs(settings['tripped_duration']) ?? 10_000,
  };
}

function countResult(
  circuit: Circuit,
  { volume, share, window, tripped }: BreakerLimits,
  { time, hasFailed }: { readonly time: number; readonly hasFailed: boolean },
): void {
  circuit.buckets = circuit.buckets.filter(({ start }) => start > time - window);
  let last = circuit.buckets.at(-1);
  if (last === undefined || last.start <= time - window / bucketsOfWindow) {
    last = { start: time, all: 0, failed: 0 };
    circuit.buckets.push(last);
  }
  last.all++;
  if (hasFailed) last.failed++;
  const all = circuit.buckets.reduce((sum, bucket) => sum + bucket.all, 0);
  const failed = circuit.buckets.reduce((sum, bucket) => sum + bucket.failed, 0);
  if (failed === 0 || all < volume || failed / all < share) return;
  circuit.openUntil = time + tripped;
  circuit.buckets = [];
}
