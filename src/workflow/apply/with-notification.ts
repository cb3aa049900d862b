import { redirect } from '../../cli/redirect.ts';
import { exitCodeOf, exitCodes, type ExitCode } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Notice } from '../../model/notice.ts';
import type { RunEvent } from '../../model/plan/run-event.ts';
import type { Environment, Workspace } from '../../model/workspace.ts';
import { sendNotice } from '../../session/notify/send-notice.ts';
import { forgetTold, isToldBefore } from '../../session/notify/told-before.ts';
import type { ApplyOptions } from './apply-options.ts';
import { noticeOf } from './notice-of.ts';
import { finalCode, runFailure } from './run-end.ts';

interface Place {
  readonly workspace: Pick<Workspace, 'settings'>;
  readonly environment: Pick<Environment, 'name'>;
}

type NotifyOptions = Pick<ApplyOptions, 'local' | 'secretsDir' | 'auto'>;

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
    const about = `${settings.ledger?.lineage} ${environment}`;
    if (options.auto === true && isRepeated(io, about, { events, exitCode, notice })) return;
    if (notice !== undefined) await sendNotice(io, { settings, ...options }, notice);
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

interface Ended {
  readonly events: readonly RunEvent[];
  readonly exitCode: ExitCode;
  readonly notice: Notice | undefined;
}

/** Whether a schedule told the same before; a run that did something is always told. */
function isRepeated(io: Io, about: string, { events, exitCode, notice }: Ended): boolean {
  const isDone = events.some((event) => event.event === 'step-ended' && event.outcome.status === 'done');
  const isApplied = events.some(({ event }) => event === 'summary');
  if (isApplied && exitCode === exitCodes.ok) forgetTold(io, about);
  return notice !== undefined && !isDone && isToldBefore(io, about, notice);
}
