import { UserError } from '../../../model/errors.ts';
import type { LedgerState } from '../../../model/ledger/ledger.ts';
import type { WorkspaceHead } from '../../../model/workspace/workspace.ts';
import { inertLine } from '../../../report/text/inert.ts';
import { runInWords } from '../../../text/words/run-in-words.ts';
import type { Run } from '../run.ts';
import { openStore } from './open-ledger-store.ts';

/**
 * A note on stderr if other runs have the lock while outcomes are unknown: its requests in flight look like requests
 * whose response was lost, and need no decision.
 */
export async function noteRunning(
  run: Run<WorkspaceHead>,
  { unknown = {}, unsettled = {} }: Pick<LedgerState, 'unknown' | 'unsettled'>,
): Promise<void> {
  if (Object.keys(unknown).length + Object.keys(unsettled).length === 0) return;
  const { name } = run.environment;
  const store = await openStore(run);
  const holders = await store.holders(name).catch((error: unknown) => {
    if (error instanceof UserError) return [];
    throw error;
  });
  const [first, ...more] = holders.filter(({ isRunning }) => isRunning !== false);
  if (first === undefined) return;
  const who = first.run === undefined ? 'a run that the lock does not name' : runInWords(first.run);
  const all = more.length === 0 ? inertLine(who) : `${inertLine(who)} and ${more.length} more`;
  const theirs = more.length === 0 ? 'if it still runs, its' : 'if they still run, their';
  run.io.stderr(
    `note: the ledger of \`${name}\` is locked by ${all}: ${theirs} requests under way are shown as unknown or as still to do\n`,
  );
}
