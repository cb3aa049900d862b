import { UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { shardName } from '../../model/ledger/shard.ts';
import type { Notice } from '../../model/notice.ts';
import type { RunEvent } from '../../model/plan/run-event.ts';
import { isWeakened } from '../../model/plan/step.ts';
import type { NoticeKind, NotifySettings, Settings } from '../../model/workspace/settings.ts';
import { stepsByGroup } from '../../report/plan/plan-groups.ts';
import { refusalText } from '../../report/plan/words/refusal-words.ts';
import { inertLine } from '../../report/text/inert.ts';
import { hashOf } from '../../text/hash.ts';
import type { RetryLimits } from '../session/send-to.ts';
import type { RunFollower } from '../session/follow-run.ts';
import { finalCode, runFailure } from './run-end.ts';
import type { Run } from '../session/run.ts';
import type { ApplyChoices } from './apply-options.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import type { Outcome } from '../../model/plan/step-outcome.ts';

/**
 * A scheduled apply that fails each minute for the same reason tells of it once a day. The memory is the user's cache:
 * where it is not kept, as on a CI runner, each run tells, which repeats a message and never loses one.
 */

interface SentNotice {
  readonly digest: string;
  /** RFC 3339. */
  readonly at: string;
}

const dayMs = 24 * 60 * 60_000;

type Memory = Pick<Io, 'cache' | 'clock'>;

/** Whether the same was told a short while ago. */
export function wasNoticeSent({ cache, clock }: Memory, of: string, notice: Notice): boolean {
  const last = parseSentNotice(cache?.read(nameOf(of)));
  if (last?.digest !== digestOf(notice)) return false;
  return Math.abs(clock.now().getTime() - Date.parse(last.at)) < dayMs;
}

/** For a notice that was delivered: one that was not is told again by the next run. */
export function rememberNotice({ cache, clock }: Memory, of: string, notice: Notice): void {
  const sent: SentNotice = { digest: digestOf(notice), at: clock.now().toISOString() };
  cache?.write(nameOf(of), JSON.stringify(sent));
}

/** The run went well: the next failure is a new one. */
export function forgetNotice({ cache }: Pick<Io, 'cache'>, of: string): void {
  if (parseSentNotice(cache?.read(nameOf(of))) !== undefined) cache?.write(nameOf(of), '{}');
}

function nameOf(of: string): string {
  return `told-${hashOf(of).slice(0, 32)}.json`;
}

/** Everything but the run and the time. */
function digestOf({ run: _run, tally: _tally, next: _next, ...same }: Notice): string {
  const { holder: _holder, ...error } = same.error ?? {};
  return hashOf({ ...same, error } as never);
}

function parseSentNotice(text: string | undefined): SentNotice | undefined {
  try {
    const sent = JSON.parse(text ?? '{}') as Partial<SentNotice>;
    return typeof sent.digest === 'string' && typeof sent.at === 'string' ? (sent as SentNotice) : undefined;
  } catch {
    return undefined;
  }
}

interface NotifyingRun extends Pick<Run, 'io' | 'api' | 'secrets'> {
  readonly workspace: { readonly settings: Pick<Settings, 'notify'> };
}

const usual: RetryLimits = { attempts: 3, timeoutMs: 3_000, totalMs: 6_000 };
/** After Ctrl-C, a CI system ends the process soon. */
const interrupted: RetryLimits = { attempts: 1, timeoutMs: 2_000, totalMs: 2_000 };

/**
 * Tells the webhooks that want to know. Never throws, and ends in a few seconds whatever a server does: a notification
 * that is not delivered gives one line on stderr and changes nothing else. Returns whether all that want it have it.
 */
export async function sendNotice(
  { io, api, secrets, workspace: { settings } }: NotifyingRun,
  notice: Notice,
  limits: RetryLimits = io.signal.aborted ? interrupted : usual,
): Promise<boolean> {
  // The mock API is for trying things out.
  if (api.isLocal || io.urgent?.aborted === true) return false;
  const wanting = settings.notify.filter(({ events }) => events.some((kind) => notice.events.includes(kind)));
  if (wanting.length === 0) return true;
  const { sendTo } = await import('../session/send-to.ts');
  const warn = ({ secret }: NotifySettings, reason: string): false => {
    io.stderr(`warning: the notification to ${secret} was not delivered: ${inertLine(reason)}\n`);
    return false;
  };
  const deliveries = wanting.map(async (target) => {
    try {
      const reason = await sendTo(io, target.secret, { notice, secretsDir: secrets.folder, limits });
      return reason === undefined || warn(target, reason);
    } catch (error) {
      // Other messages may repeat a part of the URL.
      return warn(target, error instanceof UserError ? error.message : `unexpected ${(error as Error).name}`);
    }
  });
  return (await Promise.all(deliveries)).every(Boolean);
}

/** Tells the webhooks of edgewright.yaml how an apply ended: nothing waits for them. Undefined if there are none. */
export function followNotification(
  run: Run,
  { auto, shard }: Pick<ApplyChoices, 'auto' | 'shard'>,
): RunFollower | undefined {
  const {
    io,
    environment: { name: environment },
    workspace: { settings },
  } = run;
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
      const part = shard === undefined ? '' : ` ${shardName(shard)}`;
      const about = `${settings.ledger?.lineage} ${environment}${part}`;
      const isScheduled = auto === true && !run.api.isLocal;
      if (isScheduled && isApplied(events, exitCode)) forgetNotice(io, about);
      if (notice === undefined) return;
      // A run that did something is always told.
      const mayRepeat = isScheduled && !hasDone(events);
      if (mayRepeat && wasNoticeSent(io, about, notice)) return;
      const isDelivered = await sendNotice(run, notice);
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
  const drifted = stepsByGroup((start?.plan.steps ?? []).filter(({ action }) => action === 'drift'));
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
    weakened: drifted.filter(isWeakened).map(({ address }) => address),
    refusals: refusals.map(refusalText),
    next: summary?.next ?? [],
  };
}

/** Whether the step was to do something: a schedule would repeat what is drifted or blocked each time. */
function isTried({ status, action }: Outcome): boolean {
  return action !== 'blocked' && status !== 'drifted' && status !== 'blocked';
}
