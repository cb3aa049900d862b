import type { weekdays } from '../../kinds/documents/words.ts';
import type { Place } from '../document.ts';

export type Weekday = (typeof weekdays)[number];

/** The name of an environment in edgewright.yaml. */
export interface PlacedEnvironment {
  readonly name: string;
  readonly place: Place;
}

/** A time of each week at which apply may run. */
export interface ChangeWindow {
  /** The days on which it begins. */
  readonly days: readonly Weekday[];
  /** Minutes of the day, 0 to 1440. `to` is on the next day if it is not after `from`. */
  readonly from: number;
  readonly to: number;
  readonly zone: string;
  /** Undefined for all environments. */
  readonly environments: readonly PlacedEnvironment[] | undefined;
}

/** A time at which apply may not run. */
export interface Freeze {
  /** Wall clock in the zone, `2026-12-20T00:00`; `to` is not part of it. */
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  readonly environments: readonly PlacedEnvironment[] | undefined;
  readonly reason: string;
}

/** The change windows and freezes of edgewright.yaml. */
export interface Schedule {
  readonly windows: readonly ChangeWindow[];
  readonly freezes: readonly Freeze[];
}

/** A moment in the words of a time zone. */
export interface ZonedTime {
  /** RFC 3339, in UTC. */
  readonly at: string;
  readonly zone: string;
  /** Wall clock in the zone, `2026-12-20T08:00`. */
  readonly local: string;
}

/** Whether apply may run now. */
export type ApplyTime =
  /** `until`: the end of the window; undefined if none ends within a year. */
  | { readonly state: 'open'; readonly until?: ZonedTime }
  /** Outside all windows. `opens`: when apply may run again; undefined if not within a year. */
  | { readonly state: 'closed'; readonly opens?: ZonedTime }
  | { readonly state: 'frozen'; readonly reason: string; readonly opens?: ZonedTime };
