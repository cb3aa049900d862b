import { nodePlace } from '../../derive/yaml/node-place.ts';
import type { settings as table } from '../../kinds/documents/settings.ts';
import { weekdays } from '../../kinds/documents/words.ts';
import { isZone, wallOf } from '../../text/waits/wall-clock.ts';
import type { ChangeWindow, Freeze, Schedule, PlacedEnvironment } from '../../model/plan/schedule.ts';
import { suggestionOr } from '../../text/suggest.ts';
import type { FieldValue, StringValue } from '../documents/read-table.ts';
import { reportNode, type TreeReading } from '../documents/read-tree.ts';
import { quoted } from '../../text/quoted.ts';

type Windows = FieldValue<typeof table.fields.windows>;
type Freezes = FieldValue<typeof table.fields.freezes>;

interface WrittenSchedule {
  readonly windows: Windows | undefined;
  readonly freezes: Freezes | undefined;
}

/** Reads `windows:` and `freezes:` of edgewright.yaml. Each is an error of the file if it cannot be read whole. */
export function scheduleOf(reading: TreeReading, { windows = [], freezes = [] }: WrittenSchedule): Schedule {
  return {
    windows: windows.flatMap((window) => windowOf(reading, window) ?? []),
    freezes: freezes.flatMap((freeze) => freezeOf(reading, freeze) ?? []),
  };
}

function windowOf(reading: TreeReading, written: Windows[number]): ChangeWindow | undefined {
  const { days, from, to, time_zone, environments } = written;
  const zone = zoneOf(reading, time_zone);
  if (from === undefined || to === undefined || zone === undefined) return undefined;
  if (days?.length === 0) return undefined;
  const times = { from: minutesOf(from.text), to: minutesOf(to.text) };
  if (times.from === times.to || times.from === 1440) {
    const message = `no time is between ${quoted(from.text)} and ${quoted(to.text)}`;
    reportNode(reading, to.node, {
      rule: 'invalid-format',
      message,
      help: 'for whole days write `from: "00:00"` and `to: "24:00"`',
    });
    return undefined;
  }
  return { days: days ?? weekdays, ...times, zone, environments: placedNames(reading, environments) };
}

/** `24:00` is the end of the day. */
function minutesOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

function freezeOf(reading: TreeReading, written: Freezes[number]): Freeze | undefined {
  const { from, to, time_zone, environments, reason } = written;
  const zone = zoneOf(reading, time_zone);
  const begins = from && wallIn(reading, from, 'begins');
  const ends = to && wallIn(reading, to, 'ends');
  if (begins === undefined || ends === undefined || zone === undefined || reason === undefined)
    return undefined;
  if (to !== undefined && begins >= ends) {
    const help = 'a freeze ends after it begins';
    reportNode(reading, to.node, {
      rule: 'invalid-format',
      message: `${quoted(to.text)} is not after ${quoted(from?.text ?? '')}`,
      help,
    });
    return undefined;
  }
  const times = { from: begins, to: ends };
  return { ...times, zone, environments: placedNames(reading, environments), reason: reason.text };
}

/** A day alone is the whole day. */
function wallIn(
  reading: TreeReading,
  { text, node }: StringValue,
  edge: 'begins' | 'ends',
): string | undefined {
  const isDay = text.length === 10;
  const wall = wallOf(isDay ? `${text}T00:00` : text);
  if (wall === undefined) {
    reportNode(reading, node, { rule: 'invalid-format', message: `the day ${quoted(text)} does not exist` });
    return undefined;
  }
  const isNext = isDay && edge === 'ends';
  return new Date(isNext ? wall + 86_400_000 : wall).toISOString().slice(0, 16);
}

function zoneOf(reading: TreeReading, zone: StringValue | undefined): string | undefined {
  if (zone === undefined || isZone(zone.text)) return zone?.text;
  const help = suggestionOr(
    zone.text,
    Intl.supportedValuesOf('timeZone'),
    'write a name of the IANA time zone database, such as `Europe/Berlin` or `UTC`',
  );
  reportNode(reading, zone.node, {
    rule: 'invalid-format',
    message: `there is no time zone ${quoted(zone.text)}`,
    help,
  });
  return undefined;
}

/** The environments that a setting names, each with its place. */
export function placedNames(
  reading: TreeReading,
  names: readonly StringValue[] | undefined,
): readonly PlacedEnvironment[] | undefined {
  return names?.map(({ text, node }) => ({ name: text, place: nodePlace(reading, node) }));
}
