import { UserError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import type { Notice } from '../../../model/notice.ts';
import type { NotifySettings, Settings } from '../../../model/workspace.ts';
import { inertLine } from '../../../report/text/inert.ts';
import type { RetryLimits } from './send-to.ts';

interface ToNotify {
  readonly settings: Pick<Settings, 'notify'>;
  readonly secretsDir?: string | undefined;
  /** The mock API is for trying things out: no message is sent. */
  readonly local?: boolean | undefined;
}

const usual: RetryLimits = { attempts: 3, timeoutMs: 3_000, totalMs: 6_000 };
/** After Ctrl-C, a CI system ends the process soon. */
const interrupted: RetryLimits = { attempts: 1, timeoutMs: 2_000, totalMs: 2_000 };

/**
 * Tells the webhooks that want to know. Never throws, and ends in a few seconds whatever a server does: a notification
 * that is not delivered gives one line on stderr and changes nothing else. Returns whether all that want it have it.
 */
export async function sendNotice(
  io: Io,
  { settings, secretsDir, local }: ToNotify,
  notice: Notice,
  limits: RetryLimits = io.signal.aborted ? interrupted : usual,
): Promise<boolean> {
  if (local === true || io.urgent?.aborted === true) return false;
  const wanting = settings.notify.filter(({ events }) => events.some((kind) => notice.events.includes(kind)));
  if (wanting.length === 0) return true;
  const { sendTo } = await import('./send-to.ts');
  const warn = ({ secret }: NotifySettings, reason: string): false => {
    io.stderr(`warning: the notification to ${secret} was not delivered: ${inertLine(reason)}\n`);
    return false;
  };
  const each = wanting.map(async (target) => {
    try {
      const reason = await sendTo(io, target.secret, { notice, secretsDir, limits });
      return reason === undefined || warn(target, reason);
    } catch (error) {
      // Other messages may repeat a part of the URL.
      return warn(target, error instanceof UserError ? error.message : `unexpected ${(error as Error).name}`);
    }
  });
  return (await Promise.all(each)).every(Boolean);
}
