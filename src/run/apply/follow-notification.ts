import { exitCodes, type ExitCode } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { shardName } from '../../model/ledger/shard.ts';
import type { Notice } from '../../model/notice.ts';
import type { Outcome } from '../../model/plan/outcome.ts';
import type { RunEvent } from '../../model/plan/run-event.ts';
import type { Environment, NoticeKind, Workspace } from '../../model/workspace.ts';
import { refusalText } from '../../report/plan/words/refusal-words.ts';
import { sendNotice } from '../session/notify/send-notice.ts';
import { forgetNotice, wasNoticeSent, rememberNotice } from '../session/notify/sent-notices.ts';
import type { RunFollower } from '../session/open-run.ts';
import type { ApplyOptions } from './apply-options.ts';
import { finalCode, runFailure } from './run-end.ts';

interface Place {
  readonly workspace: Pick<Workspace, 'settings'>;
  readonly environment: Pick<Environment, 'name'>;
}

type NotifyOptions = Pick<ApplyOptions, 'local' | 'secretsDir' | 'auto' | 'shard'>;

/** Tells the webhooks of edgewright.yaml how an apply ended: nothing waits for them. Undefined if there are none. */
export function followNotification(
  io: Io,
  { workspace: { settings }, environment: { name: environment } }: Place,
  options: NotifyOptions,
): RunFollower | undefined {
  if (settings.notify.length === 0) return undefined;
  const events: RunEvent[] = [];
  return {
    tell: (event) => {
      events.push(event);
    },
    end: async (exitCode, error) => {
      // A wrong command line concerns only the person who typed it.
      if (exitCode === exitCodes.usage) return;
      const ended = error === undefined ? undefined : runFailure(error);
      const notice = noticeOf(events, { environment, exitCode: finalCode(io, exitCode), error: ended });
      // Another shard that went well says nothing about the failure of this one.
      const shard = options.shard === undefined ? '' : ` ${shardName(options.shard)}`;
      const about = `${settings.ledger?.lineage} ${environment}${shard}`;
      const isScheduled = options.auto === true && options.local !== true;
      if (isScheduled && isApplied(events, exitCode)) forgetNotice(io, about);
      if (notice === undefined) return;
      // A run that did something is always told.
      const mayRepeat = isScheduled && !hasDone(events);
      if (mayRepeat && wasNoticeSent(io, about, notice)) return;
      const isDelivered = await sendNotice(io, { settings, ...options }, notice);
      if (mayRepeat && isDelivered) rememberNotice(io, about, notice);
    },
  };
}

function isApplied(events: readonly RunEvent[], exitCode: ExitCode): boolean {
  return exitCode === exitCodes.ok && events.some(({ event }) => event === 'summary');
}

function hasDone(events: readonly RunEvent[]): boolean {
  return events.some((event) => event.event === 'step-ended' && event.outcome.status === 'done');
}

type NoticeEnding = Pick<Notice, 'environment' | 'exitCode' | 'error'>;

/** The notification about an apply; undefined if there is nothing to tell, as after an empty plan or a "no". */
function noticeOf(events: readonly RunEvent[], ended: NoticeEnding): Notice | undefined {
  const start = events.find((event) => event.event === 'start');
  const summary = events.find((event) => event.event === 'summary');
  const outcomes = events.flatMap((event) => (event.event === 'step-ended' ? [event.outcome] : []));
  const refusals = start?.plan.refusals ?? [];
  const isOver = summary !== undefined || refusals.length > 0 || ended.error !== undefined;
  const drifted = (start?.plan.steps ?? []).filter(({ action }) => action === 'drift');
  const addressesOf = (status: Outcome['status']): Notice['failed'] =>
    outcomes.filter((outcome) => outcome.status === status).map(({ address }) => address);
  const unknown = addressesOf('unknown');
  const about: readonly NoticeKind[] = [
    ...(outcomes.some(isTried) || refusals.length > 0 || ended.error !== undefined ? ['apply' as const] : []),
    ...(drifted.length > 0 ? ['drift' as const] : []),
    ...(unknown.length > 0 ? ['unknown' as const] : []),
  ];
  if (!isOver || about.length === 0) return undefined;
  return {
    ...ended,
    events: about,
    verb: 'apply',
    api: start?.api,
    run: start?.run,
    tally: summary?.tally,
    failed: addressesOf('failed'),
    unknown,
    drifted: drifted.map(({ address }) => address),
    refusals: refusals.map(refusalText),
    next: summary?.next ?? [],
  };
}

/** Whether the step was to do something: a schedule would repeat what is drifted or blocked each time. */
function isTried({ status, action }: Outcome): boolean {
  return action !== 'blocked' && status !== 'drifted' && status !== 'blocked';
}
