/**
 * A scheduled apply that fails each minute for the same reason tells of it once a day. The memory is the user's cache:
 * where it is not kept, as on a CI runner, each run tells, which repeats a message and never loses one.
 */
import { hashOf } from '../../../text/hash.ts';
import type { Io } from '../../../model/io.ts';
import type { Notice } from '../../../model/notice.ts';

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
  const told: SentNotice = { digest: digestOf(notice), at: clock.now().toISOString() };
  cache?.write(nameOf(of), JSON.stringify(told));
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
    const told = JSON.parse(text ?? '{}') as Partial<SentNotice>;
    return typeof told.digest === 'string' && typeof told.at === 'string' ? (told as SentNotice) : undefined;
  } catch {
    return undefined;
  }
}
