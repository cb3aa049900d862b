import type { PlaceFlags } from '../../cli/command-line.ts';
import { runInWords } from '../../text/run-in-words.ts';
import { UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { Environment, WorkspaceHead } from '../../model/workspace.ts';
import { inertLine } from '../../report/text/inert.ts';
import { openStore } from './ledger-store.ts';

/**
 * A note on stderr if another run has the lock while outcomes are unknown: its requests in flight look like requests
 * whose response was lost, and need no decision.
 */
export async function noteRunning(
  io: Io,
  workspace: WorkspaceHead,
  { name }: Pick<Environment, 'name'>,
  options: PlaceFlags,
  { unknown = {}, unsettled = {} }: Pick<LedgerState, 'unknown' | 'unsettled'>,
): Promise<void> {
  if (Object.keys(unknown).length + Object.keys(unsettled).length === 0) return;
  const store = await openStore(io, workspace, options);
  const holder = await store.holder(name).catch((error: unknown) => {
    if (error instanceof UserError) return undefined;
    throw error;
  });
  if (holder === undefined || holder.isRunning === false) return;
  const who = holder.run === undefined ? 'a run that the lock does not name' : runInWords(holder.run);
  io.stderr(
    `note: the ledger of \`${name}\` is locked by ${inertLine(who)}: if it still runs, its requests under way are shown as unknown or as still to do\n`,
  );
}
