/**
 * Progress messages of a long run: a status line at a terminal, else a line every ten seconds. The client reports
 * requests, apply its events.
 */
import type { RequestWatch } from '../../model/api.ts';
import type { Io } from '../../model/io.ts';
import type { RunEvent, RunWait } from '../../model/plan/run-event.ts';
import { isSilentStep } from '../../model/plan/step.ts';
import type { Address } from '../../model/workspace/address.ts';
import { inertLine } from '../../report/text/inert.ts';
import type { ProgressOptions } from './options.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

export interface Progress {
  readonly watch: RequestWatch;
  /** Counts the steps of an apply. */
  readonly follow: (event: RunEvent) => void;
  /** Removes the status line. */
  readonly end: () => void;
}

interface Counts {
  asked: number;
  answered: number;
  planned: number;
  steps: number | undefined;
  ended: number;
  /** The steps that have started and not ended, oldest first. */
  readonly underWay: Set<Address>;
  applyingSince: number;
  /** The end of a wait that the service asked for. */
  waitsUntil: number;
  /** The end of a wait for an earlier request that may still arrive. */
  settlesUntil: number;
  /** Start and number of the requests that were accepted since the service took the first one after refusals. */
  takenSince: number;
  taken: number;
  /** Whether the service has refused one since. */
  isLimited: boolean;
  allows: RateLimit['allows'];
}

type RateLimit = Extract<RunWait, { readonly for: 'rate-limit' }>;

const lineEveryMs = 10_000;
const statusEveryMs = 100;

export function startProgress(io: Io, { quiet, logLevel }: ProgressOptions): Progress {
  const now = (): number => io.clock.now().getTime();
  const counts: Counts = {
    asked: 0,
    answered: 0,
    planned: 0,
    steps: undefined,
    ended: 0,
    underWay: new Set(),
    applyingSince: 0,
    waitsUntil: 0,
    settlesUntil: 0,
    takenSince: now(),
    taken: 0,
    isLimited: false,
    allows: undefined,
  };
  const { show, end } = quiet === true ? silent : shower(io, () => progressText(counts, now()));
  const isLogging = logLevel === 'debug';
  return {
    watch: {
      asked: (isRead, count) => {
        if (isRead) counts.asked += count;
        show();
      },
      exchanged: ({ method, path, status, milliseconds }) => {
        if (status !== undefined && status < 300) {
          if (counts.isLimited && now() >= counts.waitsUntil) {
            const seconds = Math.max(1, Math.round((now() - counts.takenSince) / 1000));
            if (counts.taken > 0) counts.allows = { requests: counts.taken, seconds };
            Object.assign(counts, { isLimited: false, takenSince: now(), taken: 0 });
          }
          counts.taken++;
        }
        if (isLogging)
          io.stderr(
            `debug: ${method} ${inertLine(path)} -> ${status ?? 'no response'} in ${Math.round(milliseconds)} ms\n`,
          );
      },
      ended: (isRead) => {
        if (isRead) counts.answered++;
        show();
      },
      waiting: (milliseconds) => {
        counts.isLimited = true;
        if (now() + milliseconds <= counts.waitsUntil) return;
        counts.waitsUntil = now() + milliseconds;
        const wait = Math.ceil(milliseconds / 1000);
        if (isLogging) io.stderr(`debug: waiting ${wait} s\n`);
        const { allows } = counts;
        io.tell?.({
          event: 'wait',
          for: 'rate-limit',
          seconds: wait,
          ...withoutUndefined({ allows }),
        });
        show();
      },
    },
    follow: (event) => {
      switch (event.event) {
        case 'start':
          counts.planned = event.plan.steps.filter((step) => !isSilentStep(step)).length;
          return;
        case 'apply':
          Object.assign(counts, { steps: counts.planned + event.left.length, applyingSince: now() });
          break;
        case 'step-started':
          counts.underWay.add(event.step.address);
          break;
        case 'step-ended':
          counts.underWay.delete(event.outcome.address);
          counts.ended++;
          break;
        case 'wait':
          if (event.for === 'unsettled')
            counts.settlesUntil = Math.max(counts.settlesUntil, now() + event.seconds * 1000);
          break;
        case 'settled':
        case 'summary':
        case 'skipped':
        case 'environment-ended':
        case 'end':
          return;
      }
      show();
    },
    end,
  };
}

interface Shower {
  /** Called when a count changes; starts again after `end`. */
  readonly show: () => void;
  readonly end: () => void;
}

const silent: Shower = { show: () => undefined, end: () => undefined };

/** At a terminal the text is updated on changes, at a limited rate; otherwise it is printed at fixed intervals. */
function shower(io: Io, text: () => string): Shower {
  const { status } = io;
  if (status === undefined) {
    let stop: (() => void) | undefined;
    return {
      show: () => void (stop ??= io.every?.(lineEveryMs, () => io.stderr(`${text()}\n`))),
      end: () => {
        stop?.();
        stop = undefined;
      },
    };
  }
  let shownAt = -Infinity;
  const show = (): void => {
    const now = io.clock.now().getTime();
    if (now - shownAt < statusEveryMs) return;
    shownAt = now;
    status(text);
  };
  const end = (): void => {
    shownAt = -Infinity;
    status(undefined);
  };
  return { show, end };
}

function progressText(counts: Counts, now: number): string {
  const parts = [counts.steps === undefined ? readText(counts) : applyText(counts, now)];
  const waits = Math.ceil((counts.waitsUntil - now) / 1000);
  if (waits >= 1) parts.push(`waiting ${waits} s${limitText(counts.allows)}`);
  // Last, as a terminal cuts the line at its width.
  const [first] = counts.underWay;
  const { size } = counts.underWay;
  if (first !== undefined) parts.push(size === 1 ? first : `${first} and ${grouped(size - 1)} more`);
  return parts.join('; ');
}

function limitText(allows: RateLimit['allows']): string {
  if (allows === undefined) return '';
  const { requests, seconds } = allows;
  return `: the service allows about ${requests} ${requests === 1 ? 'request' : 'requests'} in ${seconds} s`;
}

function readText({ answered, asked }: Counts): string {
  return `read ${grouped(answered)}/${grouped(asked)}`;
}

function applyText({ steps = 0, ended, applyingSince, settlesUntil }: Counts, now: number): string {
  const text = `applying ${grouped(ended)}/${grouped(steps)}`;
  // Such a wait is longer than any step, so the pace so far says nothing about the end.
  const settles = Math.ceil((settlesUntil - now) / 1000);
  if (settles >= 1) return `${text}, at least ${settles} s left`;
  if (ended === 0 || ended >= steps) return text;
  const left = Math.ceil((((now - applyingSince) / ended) * (steps - ended)) / 1000);
  return `${text}, about ${grouped(left)} s left`;
}

function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
