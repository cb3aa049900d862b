import { UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { RunEvent } from '../../model/plan/run-event.ts';
import { usualMaxSize } from '../../report/plan/markdown/markdown-table.ts';
import { eventJson, type EventHead } from '../../report/run/event-json.ts';
import { runMarkdown } from '../../report/run/run-markdown.ts';
import { fitBytes } from '../../report/text/markdown-room.ts';
import { inertLine } from '../../report/text/inert.ts';
import { endAfter, finalCode, type RunEnd, runFailure } from './run-end.ts';
import { type ApplyFormat, type ApplyOptions, applyReport } from './apply-options.ts';
import { cannotWrite } from '../cli/files/cannot-write.ts';
import { summaryRoom, writeResult } from '../cli/files/write-result.ts';
import { placedReports, type Report } from '../cli/reports.ts';
import type { RunFollower } from '../session/follow-run.ts';
import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { refuseTarget } from '../cli/files/refuse-target.ts';

const order = { whole: 0, streamToFile: 1, stream: 2 };

const noHead: Omit<EventHead, 'at'> = { run: undefined, environment: undefined };

/**
 * Writes the reports of an apply from its events, of which the last is its end in any case. A report that cannot be
 * written is an error, unless this would hide how the apply ended.
 */
export function followEvents(io: Io, options: Pick<ApplyOptions, 'format'>): RunFollower {
  const reports = applyReports(io, options);
  return {
    stdout: reports.screen,
    tell: reports.tell,
    end: (exitCode, error) => {
      const failed = error === undefined ? {} : { error: runFailure(error) };
      const end: RunEnd = { event: 'end', exitCode: finalCode(io, exitCode), ...failed };
      const failure = reports.finish(end);
      const lastEvent = endAfter(end, failure);
      io.tell?.(lastEvent);
      if (failure === undefined) return;
      if (lastEvent !== end) throw failure;
      io.stderr(`warning: ${inertLine(failure.message)}\n`);
    },
  };
}

/** The reports of an apply, which follow its events. */
interface ApplyReports {
  /** The place of the text for people: stdout unless another report goes there, else stderr, or a file. */
  readonly screen: Io['stdout'];
  readonly tell: (event: RunEvent) => void;
  /** Tells the last event and completes all reports. Returns the first failure of a file. */
  readonly finish: (end: RunEnd) => UserError | undefined;
}

export function applyReports(io: Io, options: Pick<ApplyOptions, 'format'>): ApplyReports {
  const reports = placedReports(io, options, applyReport);
  const opened = reports.map((report) => openReport(io, report));
  const text = reports.findIndex(({ format }) => format === 'text');
  return {
    screen: opened[text]?.screen ?? io.stderr,
    tell: (event) => {
      for (const report of opened) report.tell?.(event);
    },
    finish: (end) => {
      let failure: UserError | undefined;
      // The later a report ends, the more it knows: the exit code of a stream counts the files that are not written.
      for (const report of opened.toSorted((a, b) => a.ends - b.ends)) {
        report.tell?.(endAfter(end, failure));
        failure ??= failureOf(report);
      }
      return failure;
    },
  };
}

interface OpenReport extends Partial<Pick<ApplyReports, 'screen' | 'tell'>> {
  /** Its turn to end. */
  readonly ends: number;
  /** Writes it if it is made at the end. Throws the failure of its file. */
  readonly finish?: () => void;
}

function failureOf({ finish }: OpenReport): UserError | undefined {
  try {
    finish?.();
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
}

function openReport(io: Io, { format, file }: Report<ApplyFormat>): OpenReport {
  switch (format) {
    case 'text':
      return textReport(io, file);
    case 'json':
      return streamedReport(io, file);
    case 'markdown': {
      const events: RunEvent[] = [];
      return {
        ends: order.whole,
        tell: (event) => void events.push(event),
        finish: () => {
          const room = { bytes: summaryRoom(io, file), most: usualMaxSize };
          writeResult(
            io,
            fitBytes(room, (maxSize) => runMarkdown(events, { maxSize })),
            file,
          );
        },
      };
    }
  }
}

function textReport(io: Io, file: string | undefined): OpenReport {
  if (file === undefined) return { ends: order.whole, screen: io.stdout };
  let written = '';
  return {
    ends: order.whole,
    screen: (text) => void (written += text),
    finish: () => writeResult(io, written, file),
  };
}

/** Prints each event with one write, so that the filter of the output sees it whole. */
function streamedReport(io: Io, file: string | undefined): OpenReport {
  const lines = file === undefined ? undefined : openLineFile(io, file);
  const print = lines?.append ?? io.stdout;
  let head = noHead;
  return {
    ends: lines === undefined ? order.stream : order.streamToFile,
    tell: (event) => {
      if (event.event === 'start') head = { run: event.run.id, environment: event.plan.environment };
      if ('environment' in event) head = { ...head, environment: event.environment };
      const line = eventJson(event, { at: io.clock.now().toISOString(), ...head });
      if (line !== '') print(line);
      if (event.event === 'environment-ended') head = noHead;
    },
    finish: () => {
      const failure = lines?.failure();
      if (failure !== undefined) throw failure;
    },
  };
}

/** A result that grows while a command runs. */
interface LineFile {
  /** Adds lines, without known secrets. Never throws: once a write has failed, nothing more is written. */
  readonly append: (lines: string) => void;
  /** The error that ended it. */
  readonly failure: () => Error | undefined;
}

/** Empties the file, or throws. */
function openLineFile(io: Io, file: string): LineFile {
  refuseTarget(io, file);
  const target = path.resolve(io.cwd, file);
  let failure: Error | undefined;
  const write = (act: () => void): void => {
    try {
      if (failure === undefined) act();
    } catch (error) {
      failure = cannotWrite(file, error);
    }
  };
  write(() => writeFileSync(target, ''));
  if (failure !== undefined) throw failure;
  return {
    append: (lines) => write(() => appendFileSync(target, io.secrets?.clean(lines) ?? lines)),
    failure: () => failure,
  };
}
