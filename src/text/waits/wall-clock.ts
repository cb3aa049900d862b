/**
 * Time zones by the database of `Intl`. A wall clock is a number: the milliseconds since 1970 that it would be in UTC.
 * Where clocks are set forward, some readings do not exist; where they are set back, some exist twice.
 */
import { rememberLatest } from '../remember-last.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
export const dayMs = 24 * hourMs;

const formatOf = rememberLatest(100, (zone: string): Intl.DateTimeFormat => {
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const;
  return new Intl.DateTimeFormat('en-US', {
    ...parts,
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
    timeZone: zone,
  });
});

/** Whether the zone is in the database. Offsets such as `+01:00` are not zones: they know no daylight saving. */
export function isZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The wall clock at a moment. Throws for a zone that is not in the database. */
export function wallAt(zone: string, at: number): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  // `Date.UTC` takes the years below 100 for those of the 20th century.
  const wall = new Date(0);
  wall.setUTCFullYear(part('year'), part('month') - 1, part('day'));
  return wall.setUTCHours(part('hour'), part('minute'), part('second'));
}

function offsetAt(zone: string, at: number): number {
  return wallAt(zone, at) - Math.floor(at / 1000) * 1000;
}

/**
 * The moments at which the wall clock shows this: one, two where clocks are set back, none where they are set forward.
 */
export function timesOfWallClock(zone: string, wall: number): readonly number[] {
  const offsets = [offsetAt(zone, wall - dayMs), offsetAt(zone, wall + dayMs)];
  const times = [...new Set(offsets)].map((offset) => wall - offset);
  return times.filter((at) => wallAt(zone, at) === wall).sort((a, b) => a - b);
}

/** The moments in this span at which the clocks of the zone are set; no zone sets them twice in a day. */
export function clockChanges(zone: string, from: number, to: number): readonly number[] {
  const changes: number[] = [];
  let after = offsetAt(zone, from);
  for (let at = from; at < to; at += dayMs) {
    const next = Math.min(at + dayMs, to);
    const before = after;
    after = offsetAt(zone, next);
    if (after === before) continue;
    let [low, high] = [at, next];
    while (high - low > minuteMs) {
      const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs;
      if (offsetAt(zone, middle) === before) low = middle;
      else high = middle;
    }
    changes.push(Math.floor(high / minuteMs) * minuteMs);
  }
  return changes;
}

/** `2026-12-20T08:00` as a number; undefined for a day that does not exist. */
export function wallOf(text: string): number | undefined {
  const wall = Date.parse(`${text}:00Z`);
  return Number.isNaN(wall) || wallText(wall) !== text ? undefined : wall;
}

/** The other direction, to the minute. */
export function wallText(wall: number): string {
  return new Date(wall).toISOString().slice(0, 16);
}
