/**
 * The take-over of a lock whose run has ended without giving it back. It is the same for all stores: the lock is taken
 * away by the id of that run, as `ledger unlock` does, and then taken; of two that try, one is refused.
 */
import { exitCodes, LedgerError } from '../model/errors.ts';
import type { RunAbout } from '../model/journal/journal.ts';
import type { MayTakeOver } from '../model/ledger-store.ts';
import type { Backend, BackendLock } from './backend.ts';

interface Taken {
  readonly held: BackendLock;
  /** The run that had the lock before and did not give it back. */
  readonly from?: RunAbout;
}

/** Takes the lock, also from a run whose process on this machine is gone, or that `mayTakeOver` says has ended. */
export async function takeLedgerLock(
  backend: Backend,
  run: RunAbout,
  mayTakeOver: MayTakeOver = () => Promise.resolve('unknown'),
): Promise<Taken> {
  try {
    return { held: await backend.lock(run) };
  } catch (error) {
    if (!(error instanceof LedgerError) || error.exitCode !== exitCodes.unsafe) throw error;
    const holder = await backend.holder();
    if (holder?.run === undefined) throw error;
    const verdict = holder.isRunning === false ? 'ended' : await mayTakeOver(holder);
    if (verdict === 'unknown') throw error;
    if (verdict !== 'ended') throw withReason(error, verdict.refused);
    if ((await backend.unlock(holder.run.id)) !== 'unlocked') throw error;
    return { held: await backend.lock(run), from: holder.run };
  }
}

function withReason(
  { exitCode, message, help = '', cause, holder }: LedgerError,
  reason: string,
): LedgerError {
  return new LedgerError(exitCode, message, { cause, holder, help: `${reason}; ${help}` });
}
