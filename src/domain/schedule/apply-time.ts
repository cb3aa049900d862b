import type { ApplyTime, ChangeWindow, Freeze, Schedule, ZonedMoment } from '../../model/plan/schedule.ts';
import { clockChanges, dayMs, momentsOf, wallAt, wallOf, wallText } from './wall-clock.ts';
import { isOpen, nextTurn } from './window-times.ts';

interface Frozen {
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
    return { state: 'frozen', reason, ...momentIn('opens', opensAfter(windows, frozen, at), zone) };
  }
  if (windows.length === 0) return undefined;
  const zone = windows[0]?.zone ?? 'UTC';
  if (!isOpen(windows, at))
    return { state: 'closed', ...momentIn('opens', opensAfter(windows, frozen, at), zone) };
  const closes = nextTurn(windows, at, 'closed') ?? Infinity;
  const freezes = frozen.filter(({ from }) => from > at).map(({ from }) => from);
  const until = Math.min(closes, ...freezes);
  return { state: 'open', ...momentIn('until', until === Infinity ? undefined : until, zone) };
}

/** The first moment from which apply may run. Each turn of the loop leaves a freeze, or enters a window. */
function opensAfter(
  windows: readonly ChangeWindow[],
  frozen: readonly Frozen[],
  from: number,
): number | undefined {
  let at: number | undefined = from;
  while (at !== undefined) {
    const current = activeAt(frozen, at);
    if (current !== undefined) at = current.to;
    else if (windows.length === 0 || isOpen(windows, at)) return at;
    else at = nextTurn(windows, at, 'open');
  }
  return undefined;
}

function activeAt(frozen: readonly Frozen[], at: number): Frozen | undefined {
  return frozen.find(({ from, to }) => from <= at && at < to);
}

/** A freeze begins with the first and ends with the last moment that its times name. */
function frozenOf(freeze: Freeze): Frozen {
  const { from, to, zone } = freeze;
  return { freeze, from: Math.min(...momentsFrom(zone, from)), to: Math.max(...momentsFrom(zone, to)) };
}

/** For a time that clocks skip, the moment at which they are set. */
function momentsFrom(zone: string, text: string): readonly number[] {
  const wall = wallOf(text) ?? 0;
  const moments = momentsOf(zone, wall);
  if (moments.length > 0) return moments;
  const changes = clockChanges(zone, wall - dayMs, wall + dayMs);
  return changes.length > 0 ? changes : [wall];
}

function momentIn<Name extends string>(
  name: Name,
  at: number | undefined,
  zone: string,
): Partial<Record<Name, ZonedMoment>> {
  if (at === undefined) return {};
  const moment = { at: new Date(at).toISOString(), zone, local: wallText(wallAt(zone, at)) };
  return { [name]: moment } as Record<Name, ZonedMoment>;
}
