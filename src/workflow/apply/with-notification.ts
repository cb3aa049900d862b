import { redirect } from '../../cli/redirect.ts';
import { exitCodeOf, exitCodes, type ExitCode } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { shardName } from '../../model/ledger/shard.ts';
import type { RunEvent } from '../../model/plan/run-event.ts';
import type { Environment, Workspace } from '../../model/workspace.ts';
import { sendNotice } from '../../session/notify/send-notice.ts';
import { forgetTold, isToldBefore, rememberTold } from '../../session/notify/told-before.ts';
import type { ApplyOptions } from './apply-options.ts';
import { noticeOf } from './notice-of.ts';
import { finalCode, runFailure } from './run-end.ts';

interface Place {
  readonly workspace: Pick<Workspace, 'settings'>;
  readonly environment: Pick<Environment, 'name'>;
}

type NotifyOptions = Pick<ApplyOptions, 'local' | 'secretsDir' | 'auto' | 'shard'>;

/** Does the work of an apply, and then tells the webhooks of edgewright.yaml how it ended: nothing waits for them. */
export async function withNotification(
  io: Io,
  { workspace: { settings }, environment: { name: environment } }: Place,
  options: NotifyOptions,
  work: (io: Io) => Promise<number>,
): Promise<number> {
  if (settings.notify.length === 0) return work(io);
  const events: RunEvent[] = [];
  const tell = (event: RunEvent): void => {
    events.push(event);
    io.tell?.(event);
  };
  const send = async (exitCode: ExitCode, error?: unknown): Promise<void> => {
    // A wrong command line concerns only the person who typed it.
    if (exitCode === exitCodes.usage) return;
    const ended = error === undefined ? undefined : runFailure(error);
    const notice = noticeOf(events, { environment, exitCode: finalCode(io, exitCode), error: ended });
    // Another shard that went well says nothing about the failure of this one.
    const shard = options.shard === undefined ? '' : ` ${shardName(options.shard)}`;
    const about = `${settings.ledger?.lineage} ${environment}${shard}`;
    const isScheduled = options.auto === true && options.local !== true;
    if (isScheduled && isApplied(events, exitCode)) forgetTold(io, about);
    if (notice === undefined) return;
    // A run that did something is always told.
    const mayRepeat = isScheduled && !hasDone(events);
    if (mayRepeat && isToldBefore(io, about, notice)) return;
    const isDelivered = await sendNotice(io, { settings, ...options }, notice);
    if (mayRepeat && isDelivered) rememberTold(io, about, notice);
  };
  let exitCode: ExitCode;
  try {
    exitCode = (await work(redirect(io, { tell }))) as ExitCode;
  } catch (error) {
    await send(exitCodeOf(error), error);
    throw error;
  }
  await send(exitCode);
  return exitCode;
}

function isApplied(events: readonly RunEvent[], exitCode: ExitCode): boolean {
  return exitCode === exitCodes.ok && events.some(({ event }) => event === 'summary');
}

function hasDone(events: readonly RunEvent[]): boolean {
  return events.some((event) => event.event === 'step-ended' && event.outcome.status === 'done');
}
