import { expect, test } from 'vitest';
import type { Cache, Io } from '../../../src/model/io.ts';
import type { Notice } from '../../../src/model/notice.ts';
import { forgetNotice, wasNoticeSent, rememberNotice } from '../../../src/run/apply/notifications.ts';

const refused: Notice = {
  events: ['apply'],
  verb: 'apply',
  environment: 'production',
  api: 'https://api.example.com',
  run: { id: '1', at: '2026-06-01T12:00:00Z', verb: 'apply', host: 'a' },
  exitCode: 6,
  tally: undefined,
  failed: [],
  unknown: [],
  drifted: [],
  weakened: [],
  refusals: ['`endpoint/a` is protected'],
  next: [],
  error: undefined,
};

function machine(): { at: (hours: number) => { cache: Cache; clock: never }; files: Map<string, string> } {
  const files = new Map<string, string>();
  const cache: Cache = {
    build: '1',
    read: (name) => files.get(name),
    write: (name, text) => void files.set(name, text),
  };
  const clockAt = (hours: number): never => ({ now: () => new Date(hours * 3_600_000) }) as never;
  return { files, at: (hours) => ({ cache, clock: clockAt(hours) }) };
}

/** A run with a webhook that is there: tells what was not told before. */
function tells(memory: Pick<Io, 'cache' | 'clock'>, of: string, notice: Notice): boolean {
  if (wasNoticeSent(memory, of, notice)) return false;
  rememberNotice(memory, of, notice);
  return true;
}

test('the same failure is told once a day, another one at once, and each again after a good run', () => {
  const { at, files } = machine();
  const again = { ...refused, run: { ...refused.run, id: '2', at: '2026-06-01T12:01:00Z' } } as Notice;
  expect(tells(at(0), 'x production', refused)).toBe(true);
  expect(tells(at(0.1), 'x production', again)).toBe(false);
  expect(tells(at(0.1), 'x staging', again)).toBe(true);
  expect(tells(at(23), 'x production', again)).toBe(false);
  expect(tells(at(25), 'x production', again)).toBe(true);
  expect(tells(at(26), 'x production', { ...again, refusals: ['more'] })).toBe(true);
  expect(tells(at(26), 'x production', { ...again, refusals: ['more'] })).toBe(false);
  forgetNotice(at(27), 'x production');
  expect(tells(at(27), 'x production', { ...again, refusals: ['more'] })).toBe(true);
  expect(files.size).toBe(2);
});

test('without a cache, or with one that is damaged, each is told', () => {
  const { at, files } = machine();
  expect(tells({ ...at(0), cache: undefined }, 'x', refused)).toBe(true);
  tells(at(0), 'x', refused);
  for (const name of files.keys()) files.set(name, '{"digest": 1');
  expect(tells(at(0), 'x', refused)).toBe(true);
  expect(tells(at(0), 'x', refused)).toBe(false);
});

test('a failure that was not delivered is not remembered', () => {
  const { at } = machine();
  expect(wasNoticeSent(at(0), 'x', refused)).toBe(false);
  expect(wasNoticeSent(at(0.1), 'x', refused)).toBe(false);
});
