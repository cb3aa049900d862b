/**
 * A window is open while the wall clock of its zone shows a time inside it. So one that lies in the hour that clocks
 * skip does not open that day, and one in the hour that they repeat opens for both.
 */
import { weekdays } from '../../kinds/documents/words.ts';
import type { ChangeWindow } from '../../model/plan/schedule.ts';
import { clockChanges, dayMs, momentsOf, wallAt } from './wall-clock.ts';

const minuteMs = 60_000;

/** Whether one of the windows is open. */
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

const spanDays = 9;
/** A window may be skipped for weeks, but not for longer than a year. */
const mostDays = 400;

/** The next moment at which the windows begin (`isOpen`) or stop being open; undefined if there is none in a year. */
export function nextTurn(
  windows: readonly ChangeWindow[],
  after: number,
  to: 'open' | 'closed',
): number | undefined {
  for (let start = 0; start < mostDays; start += spanDays) {
    const from = after + start * dayMs;
    const turns = windows.flatMap((window) => turnsOf(window, from));
    const next = turns
      .filter((at) => at > after && isOpen(windows, at) === (to === 'open'))
      .reduce((least, at) => Math.min(least, at), Infinity);
    if (next !== Infinity) return next;
  }
  return undefined;
}

/** All moments in a span at which the window may begin or end. */
function turnsOf({ zone, from, to }: ChangeWindow, start: number): readonly number[] {
  const first = Math.floor(wallAt(zone, start) / dayMs) - 1;
  const turns: number[] = [...clockChanges(zone, start - dayMs, start + (spanDays + 1) * dayMs)];
  for (let day = first; day <= first + spanDays + 2; day++)
    for (const minute of [from, to]) turns.push(...momentsOf(zone, day * dayMs + minute * minuteMs));
  return turns;
}
