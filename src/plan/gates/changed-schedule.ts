import { dayMs, timesOfWallClock, wallOf } from '../../text/waits/wall-clock.ts';
import type { NoteFact } from '../../model/facts/note.ts';
import type { ChangeWindow, Freeze, Schedule } from '../../model/plan/schedule.ts';
import type { PlanNote } from '../../model/plan/plan.ts';

interface Sides {
  readonly head: Schedule;
  readonly base: Schedule;
  /** The base as the user gave it. */
  readonly ref: string;
  readonly environment: string;
  readonly now: Date;
}

/**
 * The windows that head changes, and the freezes that it lifts, for an environment. They say when apply may run, so the
 * reviewer of a pull request sees them with the other limits. A freeze that is over may go.
 */
export function changedSchedule({ head, base, ref, environment, now }: Sides): readonly PlanNote[] {
  const note = (fact: NoteFact): PlanNote => ({ topic: 'gate', fact });
  const windowsOf = ({ windows }: Schedule): readonly string[] =>
    windows.filter((window) => isFor(window, environment)).map(windowText);
  const [here, windowsThere] = [windowsOf(head), windowsOf(base)];
  const kept = new Set(head.freezes.filter((freeze) => isFor(freeze, environment)).map(freezeText));
  const lifted = base.freezes.filter(
    (freeze) => isFor(freeze, environment) && !kept.has(freezeText(freeze)) && !isOver(freeze, now),
  );
  const isSame = here.toSorted().join('\n') === windowsThere.toSorted().join('\n');
  return [
    ...(isSame ? [] : [note({ code: 'windows-differ', here, there: windowsThere, ref })]),
    ...lifted.map((freeze) =>
      note({ code: 'freeze-lifted', freeze: freezeText(freeze), reason: freeze.reason, ref }),
    ),
  ];
}

function isFor({ environments }: Pick<Freeze, 'environments'>, environment: string): boolean {
  return environments === undefined || environments.some(({ name }) => name === environment);
}

/** `mon tue 08:00-17:00 Europe/Berlin`. */
function windowText({ days, from, to, zone }: ChangeWindow): string {
  return `${days.join(' ')} ${timeText(from)}-${timeText(to)} ${zone}`;
}

function timeText(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

function freezeText({ from, to, zone }: Freeze): string {
  return `${from} to ${to} ${zone}`;
}

function isOver({ to, zone }: Freeze, now: Date): boolean {
  const wall = wallOf(to) ?? 0;
  return Math.max(wall - dayMs, ...timesOfWallClock(zone, wall)) <= now.getTime();
}
