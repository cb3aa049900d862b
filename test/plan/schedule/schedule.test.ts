/** Wall clocks and windows beside Python's zoneinfo (`make-cases.py`), and freezes. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { applyTimeOf, isOpen, nextBoundary } from '../../../src/plan/gates/apply-time.ts';
import { isZone, timesOfWallClock, wallAt, wallOf, wallText } from '../../../src/text/waits/wall-clock.ts';
import { weekdays } from '../../../src/kinds/documents/words.ts';
import type { ChangeWindow, Freeze, Weekday } from '../../../src/model/plan/schedule.ts';

interface WrittenWindow {
  readonly days?: readonly Weekday[];
  readonly from: string;
  readonly to: string;
  readonly time_zone: string;
}

const { walls, windows } = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8')) as {
  readonly walls: readonly { readonly zone: string; readonly at: string; readonly local: string }[];
  readonly windows: readonly {
    readonly name: string;
    readonly windows: readonly WrittenWindow[];
    readonly at: string;
    readonly open: boolean;
    readonly turns: string | null;
  }[];
};

function windowOf({ days = weekdays, from, to, time_zone: zone }: WrittenWindow): ChangeWindow {
  const minutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  return { days, from: minutes(from), to: minutes(to), zone, environments: undefined };
}

test.each(walls)('the wall clock of $zone at $at', ({ zone, at, local }) => {
  expect(wallText(wallAt(zone, Date.parse(at)))).toBe(local);
  expect(timesOfWallClock(zone, wallOf(local) ?? 0)).toContain(Date.parse(at));
});

test.each(windows)('windows: $name, at $at', ({ windows: written, at, open, turns }) => {
  const all = written.map(windowOf);
  expect(isOpen(all, Date.parse(at))).toBe(open);
  const next = nextBoundary(all, Date.parse(at), open ? 'closed' : 'open');
  expect(next === undefined ? null : new Date(next).toISOString()).toBe(turns);
});

test('zones are names of the database, not offsets', () => {
  const names = ['Europe/Berlin', 'UTC', 'Asia/Calcutta', '+01:00', 'Europe/Berln', ''];
  expect(names.map(isZone)).toEqual([true, true, true, false, false, false]);
});

const berlin = 'Europe/Berlin';
const frozen = (from: string, to: string, reason: string, zone = berlin): Freeze => ({
  ...{ from, to, zone, reason },
  environments: undefined,
});
const office = windowOf({ days: ['mon', 'tue'], from: '08:00', to: '17:00', time_zone: berlin });

describe('when apply may run', () => {
  const at = (time: string, freezes: readonly Freeze[], windows: readonly ChangeWindow[] = []): unknown =>
    applyTimeOf({ windows, freezes }, 'production', new Date(time));

  test('nothing restricts it', () => {
    expect(at('2026-06-01T12:00:00Z', [])).toBeUndefined();
    expect(at('2026-06-01T12:00:00Z', [frozen('2026-06-02T00:00', '2026-06-03T00:00', 'x')])).toBeUndefined();
  });

  test('a freeze begins and ends by the clocks of its zone', () => {
    const freezes = [frozen('2026-12-20T00:00', '2027-01-04T00:00', 'the end of the year')];
    expect(at('2026-12-19T22:59:59Z', freezes)).toBeUndefined();
    expect(at('2026-12-19T23:00:00Z', freezes)).toEqual({
      state: 'frozen',
      reason: 'the end of the year',
      opens: { at: '2027-01-03T23:00:00.000Z', zone: berlin, local: '2027-01-04T00:00' },
    });
    expect(at('2027-01-03T23:00:00Z', freezes)).toBeUndefined();
  });

  test('one freeze after another, and then a window', () => {
    const freezes = [
      frozen('2026-06-01T12:00', '2026-06-02T00:00', 'first'),
      frozen('2026-06-01T20:00', '2026-06-08T12:00', 'second'),
    ];
    const first = { state: 'frozen', reason: 'first' };
    expect(at('2026-06-01T12:00:00Z', freezes)).toMatchObject({
      ...first,
      opens: { local: '2026-06-08T12:00' },
    });
    expect(at('2026-06-01T12:00:00Z', freezes, [office])).toMatchObject({
      opens: { local: '2026-06-08T12:00' },
    });
    const longer = [...freezes, frozen('2026-06-08T10:00', '2026-06-09T18:00', 'third')];
    expect(at('2026-06-01T12:00:00Z', longer, [office])).toMatchObject({
      opens: { local: '2026-06-15T08:00' },
    });
    // Open until the freeze.
    expect(at('2026-06-01T08:00:00Z', freezes, [office])).toMatchObject({
      state: 'open',
      until: { local: '2026-06-01T12:00' },
    });
  });

  test('a freeze at the hour that clocks skip or repeat lasts the longer time', () => {
    const spring = [frozen('2026-03-29T02:30', '2026-03-29T05:00', 'x')];
    expect(at('2026-03-29T00:59:00Z', spring)).toBeUndefined();
    expect(at('2026-03-29T01:00:00Z', spring)).toMatchObject({ state: 'frozen' });
    const autumn = [frozen('2026-10-25T02:30', '2026-10-25T02:45', 'x')];
    expect(at('2026-10-25T00:29:00Z', autumn)).toBeUndefined();
    for (const time of ['00:30', '00:50', '01:10', '01:44'])
      expect(at(`2026-10-25T${time}:00Z`, autumn)).toMatchObject({ state: 'frozen' });
    expect(at('2026-10-25T01:45:00Z', autumn)).toBeUndefined();
  });

  test('only what is for the environment counts', () => {
    const environments = [{ name: 'staging', place: {} as never }];
    expect(at('2026-06-03T12:00:00Z', [], [{ ...office, environments }])).toBeUndefined();
    expect(at('2026-06-03T12:00:00Z', [], [office])).toMatchObject({
      state: 'closed',
      opens: { local: '2026-06-08T08:00' },
    });
  });

  test('a window that a freeze always covers never opens', () => {
    expect(
      at('2026-06-03T12:00:00Z', [frozen('2026-01-01T00:00', '9999-01-01T00:00', 'x')], [office]),
    ).toMatchObject({
      state: 'frozen',
    });
  });
});
