/**
 * Progress messages of a long run: a status line at a terminal, else a line every ten seconds. The client reports
 * requests, apply reports steps.
 */
import type { RequestWatch } from '../model/api.ts';
import type { Io } from '../model/io.ts';
import { inertLine } from '../report/text/inert.ts';
import type { ProgressOptions } from './options.ts';

export interface Progress {
  readonly watch: RequestWatch;
  /** Announces the number of steps. */
  readonly applying: (steps: number) => void;
  readonly stepEnded: () => void;
  /** Removes the status line. */
  readonly end: () => void;
}

interface Counts {
  asked: number;
  answered: number;
  steps: number | undefined;
  ended: number;
  applyingSince: number;
  /** The end of a wait that the service asked for. */
  waitsUntil: number;
  /** Start and number of the requests that the service accepted until it refused one. */
  takenSince: number;
  taken: number;
  limit: string;
}

const lineEveryMs = 10_000;
const statusEveryMs = 100;

export function startProgress(io: Io, { quiet, logLevel }: ProgressOptions): Progress {
  const now = (): number => io.clock.now().getTime();
  const counts: Counts = {
    asked: 0,
    answered: 0,
    steps: undefined,
    ended: 0,
    applyingSince: 0,
    waitsUntil: 0,
    takenSince: now(),
    taken: 0,
    limit: '',
  };
  const { show, end } = quiet === true ? silent : shower(io, () => progressText(counts, now()));
  const isLogging = logLevel === 'debug';
  return {
    watch: {
      asked: (isRead) => {
        if (isRead) counts.asked++;
        show();
      },
      exchanged: ({ method, path, status, milliseconds }) => {
        if (status !== undefined && status < 300) counts.taken++;
        if (isLogging)
          io.stderr(
            `debug: ${method} ${inertLine(path)} -> ${status ?? 'no response'} in ${milliseconds} ms\n`,
          );
      },
      ended: (isRead) => {
        if (isRead) counts.answered++;
        show();
      },
      waiting: (milliseconds) => {
        if (now() + milliseconds <= counts.waitsUntil) return;
        const seconds = Math.max(1, Math.round((now() + milliseconds - counts.takenSince) / 1000));
        if (counts.taken > 0)
          counts.limit = `: the service allows about ${counts.taken} ${counts.taken === 1 ? 'request' : 'requests'} per ${seconds} s`;
        counts.waitsUntil = now() + milliseconds;
        counts.takenSince = counts.waitsUntil;
        counts.taken = 0;
        if (isLogging) io.stderr(`debug: waiting ${Math.ceil(milliseconds / 1000)} s\n`);
        show();
      },
    },
    applying: (steps) => {
      Object.assign(counts, { steps, applyingSince: now() });
      show();
    },
    stepEnded: () => {
      counts.ended++;
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
  if (waits >= 1) parts.push(`waiting ${waits} s${counts.limit}`);
  return parts.join('; ');
}

function readText({ answered, asked }: Counts): string {
  return `read ${grouped(answered)}/${grouped(asked)}`;
}

function applyText({ steps = 0, ended, applyingSince }: Counts, now: number): string {
  const text = `applying ${grouped(ended)}/${grouped(steps)}`;
  if (ended === 0 || ended >= steps) return text;
  const left = Math.ceil((((now - applyingSince) / ended) * (steps - ended)) / 1000);
  return `${text}, about ${grouped(left)} s left`;
}

function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
