import { UserError } from '../../model/errors.ts';
import type { LedgerStore } from '../../model/ledger/ledger-store.ts';
import type { LedgerFinding } from '../../model/ledger/ledger.ts';
import type { WorkspaceHead } from '../../model/workspace/workspace.ts';
import { readRollback } from '../../plan/rollback/read-rollback.ts';
import { documentProblemText } from '../../report/plan/words/document-problem-words.ts';
import { runInWords } from '../../text/words/run-in-words.ts';
import { openStore } from '../session/ledger/open-ledger-store.ts';
import type { Run } from '../session/run.ts';
import { planKey } from '../session/saved-plans.ts';

/** Checks all texts of an environment's ledger, its rollback files, and its lock. Writes nothing. */
export async function checkLedger(run: Run<WorkspaceHead>): Promise<readonly LedgerFinding[]> {
  const store = await openStore(run);
  const { name } = run.environment;
  return [
    ...(await store.verify(name)),
    ...(await rollbackFindings(store, name, planKey(run.io))),
    ...(await lockFindings(store, name)),
  ];
}

async function rollbackFindings(
  store: LedgerStore,
  environment: string,
  key: string | undefined,
): Promise<readonly LedgerFinding[]> {
  const files = store.rollbacks(environment);
  const found = await Promise.all(
    (await files.list()).map(async (run): Promise<LedgerFinding> => {
      const opened = readRollback((await files.read(run)) ?? '', { run, key });
      const place = files.shown(run);
      if (!('problem' in opened))
        return { state: 'ok', place, text: `${opened.rollback.objects.length} to undo` };
      const text = `it ${documentProblemText(opened.problem, 'rollback file')}`;
      return { state: 'fail', place, text, help: 'that run cannot be undone; nothing else depends on it' };
    }),
  );
  return found;
}

async function lockFindings(store: LedgerStore, environment: string): Promise<readonly LedgerFinding[]> {
  const holders = await store.holders(environment).catch((error: unknown) => {
    if (error instanceof UserError) return [];
    throw error;
  });
  return holders.map(({ run, isRunning }) => {
    const who = run === undefined ? 'a run that it does not name' : runInWords(run);
    const ended = isRunning === false ? ', which has ended: the next apply takes it over' : '';
    return { state: 'note', place: store.shown(environment), text: `locked by ${who}${ended}` };
  });
}
