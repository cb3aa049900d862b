import {
  clockChanges,
  dayMs,
  timesOfWallClock,
  wallAt,
  wallOf,
  wallText,
} from '../../text/waits/wall-clock.ts';
import { weekdays } from '../../kinds/documents/words.ts';
import type { ApplyTime, ChangeWindow, Freeze, Schedule, ZonedTime } from '../../model/plan/schedule.ts';

const minuteMs = 60_000;
const spanDays = 9;

/** A window may be skipped for weeks, but not for longer than a year. */
const mostDays = 400;

interface FreezeSpan {
  readonly from: number;
  readonly to: number;
  readonly freeze: Freeze;
}

/** Whether apply may run for an environment; undefined if nothing restricts it now. */
export function applyTimeOf(schedule: Schedule, environment: string, now: Date): ApplyTime | undefined {
  const isFor = ({ environments }: Pick<Freeze, 'environments'>): boolean =>
    environments === undefined || environments.some(({ name }) => name === environment);
  const windows = schedule.windows.filter(isFor);
  const frozen = schedule.freezes.filter(isFor).map(frozenOf);
  const at = now.getTime();
  const current = activeAt(frozen, at);
  if (current !== undefined) {
    const zone = current.freeze.zone;
    const { reason } = current.freeze;
    return { state: 'frozen', reason, ...timeIn('opens', opensAfter(windows, frozen, at), zone) };
  }
  if (windows.length === 0) return undefined;
  const zone = windows[0]?.zone ?? 'UTC';
  if (!isOpen(windows, at))
    return { state: 'closed', ...timeIn('opens', opensAfter(windows, frozen, at), zone) };
  const closes = nextBoundary(windows, at, 'closed') ?? Infinity;
  const freezes = frozen.filter(({ from }) => from > at).map(({ from }) => from);
  const until = Math.min(closes, ...freezes);
  return { state: 'open', ...timeIn('until', until === Infinity ? undefined : until, zone) };
}

/** The first moment from which apply may run. Each turn of the loop leaves a freeze, or enters a window. */
function opensAfter(
  windows: readonly ChangeWindow[],
  frozen: readonly FreezeSpan[],
  from: number,
): number | undefined {
  let at: number | undefined = from;
  while (at !== undefined) {
    const current = activeAt(frozen, at);
    if (current !== undefined) at = current.to;
    else if (windows.length === 0 || isOpen(windows, at)) return at;
    else at = nextBoundary(windows, at, 'open');
  }
  return undefined;
}

function activeAt(frozen: readonly FreezeSpan[], at: number): FreezeSpan | undefined {
  return frozen.find(({ from, to }) => from <= at && at < to);
}

/** A freeze begins with the first and ends with the last moment that its times name. */
function frozenOf(freeze: Freeze): FreezeSpan {
  const { from, to, zone } = freeze;
  return { freeze, from: Math.min(...timesFrom(zone, from)), to: Math.max(...timesFrom(zone, to)) };
}

/** For a time that clocks skip, the moment at which they are set. */
function timesFrom(zone: string, text: string): readonly number[] {
  const wall = wallOf(text) ?? 0;
  const times = timesOfWallClock(zone, wall);
  if (times.length > 0) return times;
  const changes = clockChanges(zone, wall - dayMs, wall + dayMs);
  return changes.length > 0 ? changes : [wall];
}

function timeIn<Name extends string>(
  name: Name,
  at: number | undefined,
  zone: string,
): Partial<Record<Name, ZonedTime>> {
  if (at === undefined) return {};
  const moment = { at: new Date(at).toISOString(), zone, local: wallText(wallAt(zone, at)) };
  return { [name]: moment } as Record<Name, ZonedTime>;
}

/**
 * A window is open while the wall clock of its zone shows a time inside it. So one that lies in the hour that clocks
 * skip does not open that day, and one in the hour that they repeat opens for both.
 */

export function isOpen(windows: readonly ChangeWindow[], at: number): boolean {
  return windows.some((window) => isIn(window, wallAt(window.zone, at)));
}

function isIn({ days, from, to }: ChangeWindow, wall: number): boolean {
  const day = Math.floor(wall / dayMs);
  const minute = Math.floor((wall - day * dayMs) / minuteMs);
  const begins = (on: number): boolean => days.some((name) => weekdays.indexOf(name) === weekdayOf(on));
  if (from < to) return begins(day) && from <= minute && minute < to;
  return (begins(day) && minute >= from) || (begins(day - 1) && minute < to);
}

/** 0 is Monday; day 0, the first of 1970, was a Thursday. */
function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** The next moment at which the windows begin (`isOpen`) or stop being open; undefined if there is none in a year. */
export function nextBoundary(
  windows: readonly ChangeWindow[],
  after: number,
  to: 'open' | 'closed',
): number | undefined {
  for (let start = 0; start < mostDays; start += spanDays) {
    const from = after + start * dayMs;
    const boundaries = windows.flatMap((window) => boundariesOf(window, from));
    const next = boundaries
      .filter((at) => at > after && isOpen(windows, at) === (to === 'open'))
      .reduce((least, at) => Math.min(least, at), Infinity);
    if (next !== Infinity) return next;
  }
  return undefined;
}

/** All moments in a span at which the window may begin or end. */
function boundariesOf({ zone, from, to }: ChangeWindow, start: number): readonly number[] {
  const first = Math.floor(wallAt(zone, start) / dayMs) - 1;
  const boundaries: number[] = [...clockChanges(zone, start - dayMs, start + (spanDays + 1) * dayMs)];
  for (let day = first; day <= first + spanDays + 2; day++)
    for (const minute of [from, to])
      boundaries.push(...timesOfWallClock(zone, day * dayMs + minute * minuteMs));
  return boundaries;
}
