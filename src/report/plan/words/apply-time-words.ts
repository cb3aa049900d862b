import type { ApplyTime, ZonedTime } from '../../../model/plan/schedule.ts';

export function applyTimeText(time: ApplyTime): string {
  switch (time.state) {
    case 'open':
      return time.until === undefined
        ? 'The change window is open.'
        : `The change window is open until ${zonedTimeText(time.until)}.`;
    case 'closed':
      return time.opens === undefined
        ? 'Apply is refused: no change window opens within a year.'
        : `Apply is refused until the change window opens on ${zonedTimeText(time.opens)}.`;
    case 'frozen':
      return `Apply is refused ${untilText(time.opens)}: frozen (${time.reason}).`;
  }
}

/** The same as a clause: `frozen until … (the end of the year)`. */
export function closedText(time: ApplyTime): string {
  switch (time.state) {
    case 'open':
      return 'the change window is open';
    case 'closed':
      return `no change window is open ${untilText(time.opens)}`;
    case 'frozen':
      return `frozen ${untilText(time.opens)} (${time.reason})`;
  }
}

function untilText(opens: ZonedTime | undefined): string {
  return opens === undefined ? 'for more than a year' : `until ${zonedTimeText(opens)}`;
}

/** `Mon 2026-06-01 08:00 Europe/Berlin (06:00 UTC)`; with the day in UTC if it is another one. */
function zonedTimeText({ at, zone, local }: ZonedTime): string {
  const [day = '', time = ''] = local.split('T');
  const [utcDay = '', utcTime = ''] = at.slice(0, 16).split('T');
  const weekday = weekdayNames[new Date(`${day}T00:00Z`).getUTCDay()] ?? '';
  const shown = `${weekday} ${day} ${time}`;
  if (zone === 'UTC') return `${shown} UTC`;
  return `${shown} ${zone} (${utcDay === day ? '' : `${utcDay} `}${utcTime} UTC)`;
}

const weekdayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
