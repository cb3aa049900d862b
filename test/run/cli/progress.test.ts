import { expect, test } from 'vitest';
import { startProgress } from '../../../src/run/cli/progress.ts';
import type { Io } from '../../../src/model/io.ts';
import type { RunEvent } from '../../../src/model/plan/run-event.ts';
import { processIo } from '../../../src/process-io.ts';
import { step } from '../../apply/world.ts';
import { ioThatIsSilent } from '../../docs/silent-io.ts';
import type { Outcome } from '../../../src/model/plan/step-outcome.ts';

interface Seen {
  readonly io: Io;
  readonly said: string[];
  readonly line: () => string | undefined;
  readonly pass: (milliseconds: number) => void;
}

function seen({ isTerminal }: { readonly isTerminal: boolean }): Seen {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const said: string[] = [];
  let text: (() => string) | undefined;
  let due: { readonly each: number; readonly act: () => void; at: number } | undefined;
  return {
    io: {
      ...ioThatIsSilent,
      every: (each, act) => {
        due = { each, act, at: now + each };
        return () => (due = undefined);
      },
      stderr: (line) => void said.push(line),
      clock: { now: () => new Date(now), sleep: () => Promise.resolve() },
      ...(isTerminal ? { status: (next) => void (text = next) } : {}),
    },
    said,
    line: () => text?.(),
    pass: (milliseconds) => {
      now += milliseconds;
      for (; due !== undefined && due.at <= now; due.at += due.each) due.act();
    },
  };
}

function outcomes(count: number): readonly Outcome[] {
  return Array.from({ length: count }, (_, at) => ({
    address: `endpoint/a${at}`,
    action: 'create',
    status: 'done',
    reason: { code: 'done' },
    surprises: [],
  }));
}

const answered = {
  method: 'GET',
  path: '/endpoints/a',
  template: '/endpoints/{id}',
  attempt: 1,
  status: 200,
  milliseconds: 5,
} as const;

test('at a terminal one line shows the reads, the steps done and the time left', () => {
  const { io, said, line, pass } = seen({ isTerminal: true });
  const { watch, follow, end } = startProgress(io, {});
  for (let count = 0; count < 1010; count++) watch.asked(true, 1);
  pass(200);
  for (let count = 0; count < 312; count++) {
    watch.exchanged(answered);
    watch.ended(true);
  }
  expect(line()).toBe('read 312/1,010');
  follow({ event: 'apply', left: outcomes(300) });
  pass(10_000);
  for (const outcome of outcomes(100)) follow({ event: 'step-ended', outcome });
  expect(line()).toBe('applying 100/300, about 20 s left');
  end();
  expect(line()).toBeUndefined();
  expect(said).toEqual([]);
});

test('a wait for an earlier request is longer than the pace so far says', () => {
  const { io, line, pass } = seen({ isTerminal: true });
  const { follow } = startProgress(io, {});
  follow({ event: 'apply', left: outcomes(2) });
  pass(1000);
  follow({ event: 'step-ended', outcome: outcomes(1)[0]! });
  expect(line()).toBe('applying 1/2, about 1 s left');
  pass(1000);
  follow({ event: 'wait', for: 'unsettled', seconds: 41, address: 'endpoint/a1' });
  expect(line()).toBe('applying 1/2, at least 41 s left');
  pass(40_000);
  expect(line()).toBe('applying 1/2, at least 1 s left');
});

test('a wait shows its length and the apparent rate limit', () => {
  const { io, line, pass } = seen({ isTerminal: true });
  const { watch } = startProgress(io, {});
  for (let count = 0; count < 10; count++) {
    watch.asked(true, 1);
    watch.exchanged(answered);
  }
  pass(1000);
  watch.exchanged({ ...answered, status: 429 });
  watch.waiting(14_000);
  expect(line()).toBe('read 0/10; waiting 14 s');
  pass(13_500);
  expect(line()).toMatch(/; waiting 1 s$/);
  pass(1000);
  expect(line()).toBe('read 0/10');
  for (let count = 0; count < 10; count++) watch.exchanged(answered);
  watch.exchanged({ ...answered, status: 429 });
  watch.waiting(14_000);
  expect(line()).toBe('read 0/10; waiting 14 s: the service allows about 10 requests in 16 s');
});

test('a service that names a short wait, and means a long one, is not said to allow more', () => {
  const { io, line, pass } = seen({ isTerminal: true });
  const { watch } = startProgress(io, {});
  // 120 requests in 60 s; while it refuses them, it asks for a wait of one second.
  for (let minute = 0; minute < 2; minute++) {
    for (let count = 0; count < 120; count++) watch.exchanged(answered);
    for (let second = 0; second < 60; second++) {
      watch.waiting(1000);
      pass(1000);
      watch.exchanged({ ...answered, status: 429 });
    }
  }
  watch.exchanged(answered);
  watch.waiting(1000);
  expect(line()).toBe('read 0/0; waiting 1 s: the service allows about 120 requests in 60 s');
});

test('the steps under way are named after the counts', () => {
  const { io, line, pass } = seen({ isTerminal: true });
  const { follow } = startProgress(io, {});
  follow({ event: 'apply', left: outcomes(5) });
  for (const address of ['https-route/cart', 'https-route/docs', 'endpoint/www'] as const) {
    pass(200);
    follow({ event: 'step-started', step: step(address, 'create') });
  }
  expect(line()).toBe('applying 0/5; https-route/cart and 2 more');
  pass(200);
  follow({ event: 'step-ended', outcome: { ...outcomes(1)[0]!, address: 'https-route/cart' } });
  expect(line()).toMatch(/^applying 1\/5, about \d+ s left; https-route\/docs and 1 more$/);
});

test('a wait is told as an event, with the apparent rate limit', () => {
  const { io, pass } = seen({ isTerminal: true });
  const told: RunEvent[] = [];
  const { watch } = startProgress({ ...io, tell: (event) => void told.push(event) }, {});
  watch.exchanged(answered);
  watch.waiting(500);
  pass(1000);
  watch.exchanged(answered);
  watch.waiting(2500);
  // A wait that ends earlier than one that is known says nothing new.
  watch.waiting(100);
  expect(told).toEqual([
    { event: 'wait', for: 'rate-limit', seconds: 1 },
    { event: 'wait', for: 'rate-limit', seconds: 3, allows: { requests: 1, seconds: 1 } },
  ]);
});

test('elsewhere there is a line every ten seconds, and none in a short run', () => {
  const { io, said, pass } = seen({ isTerminal: false });
  const { watch, end } = startProgress(io, {});
  for (let second = 0; second < 35; second++) {
    watch.asked(true, 1);
    watch.ended(true);
    pass(1000);
  }
  expect(said).toEqual(['read 10/10\n', 'read 20/20\n', 'read 30/30\n']);
  end();
  pass(60_000);
  expect(said).toHaveLength(3);
});

test('an idle wait has its lines too, from the first ten seconds on', () => {
  const { io, said, pass } = seen({ isTerminal: false });
  const { watch } = startProgress(io, {});
  watch.asked(true, 1);
  pass(1000);
  watch.waiting(25_000);
  for (let second = 0; second < 24; second++) pass(1000);
  expect(said).toEqual(['read 0/1; waiting 16 s\n', 'read 0/1; waiting 6 s\n']);
});

test('`every` of the process repeats its task until it is ended', async () => {
  const { every } = processIo().io;
  const count = await new Promise<number>((resolve) => {
    let times = 0;
    const end = every!(1, () => {
      if (++times < 3) return;
      end();
      resolve(times);
    });
  });
  expect(count).toBe(3);
});

test('--quiet says nothing, --log-level debug every request', () => {
  for (const isTerminal of [true, false]) {
    const { io, said, line, pass } = seen({ isTerminal });
    const { watch } = startProgress(io, { quiet: true, logLevel: 'debug' });
    watch.asked(true, 1);
    pass(60_000);
    watch.exchanged({ ...answered, path: '/endpoints/a\u001b[31m' });
    watch.exchanged({ ...answered, status: undefined, milliseconds: 4.700000000000003 });
    watch.ended(true);
    expect(line()).toBeUndefined();
    expect(said).toEqual([
      'debug: GET /endpoints/a\\u{1b}[31m -> 200 in 5 ms\n',
      'debug: GET /endpoints/a -> no response in 5 ms\n',
    ]);
  }
});
