import { toLive } from '../../derive/forms/read-form.ts';
import { kindNames, kinds } from '../../kinds/index.ts';
import { leftObjects } from '../../ledger/upkeep/left-objects.ts';
import type { ReadApi } from '../../model/api.ts';
import { UserError } from '../../model/errors.ts';
import type { LedgerStore } from '../../model/ledger/ledger-store.ts';
import type { LedgerFinding, LeftObject, LeftWithWays } from '../../model/ledger/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { WorkspaceHead } from '../../model/workspace.ts';
import { readRollback } from '../../plan/rollback/read-rollback.ts';
import { documentProblemText } from '../../report/plan/words/document-problem-words.ts';
import { runInWords } from '../../text/wording.ts';
import { commandLine, type PlaceFlags } from '../cli/command-line.ts';
import { openStore, readLedger } from '../session/ledger/open-ledger-store.ts';
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

/** The objects of an environment that may be live and are not managed. */
export async function readLeft(run: Run<WorkspaceHead>): Promise<readonly LeftWithWays[]> {
  const { environment, place } = run;
  const state = await readLedger(run);
  const store = await openStore(run);
  const history = await store.history(environment.name);
  return leftObjects(state, history).map((object) => withSettlingWays(object, environment.name, place));
}

/** A left object with the commands that settle it, in the environment and place of this run. */
function withSettlingWays(object: LeftObject, environment: string, place: PlaceFlags): LeftWithWays {
  const { address, kind, state } = object;
  const words = (...verb: readonly string[]): string[] => [...verb, address, '--env', environment];
  const ways =
    state === 'unknown'
      ? [
          ...(kinds[kind].operations.list === undefined
            ? []
            : [
                {
                  lead: 'to look for it in the list',
                  command: commandLine(['apply', '--env', environment], place),
                },
              ]),
          { lead: 'if it exists', command: commandLine(words('resolve'), place, ['--adopt', '<id>']) },
          { lead: 'if it does not exist', command: commandLine(words('resolve'), place, ['--absent']) },
        ]
      : [
          { lead: 'to manage it again', command: commandLine(words('pull'), place) },
          { lead: 'once it is deleted', command: commandLine(words('ledger', 'forget'), place) },
        ];
  return { ...object, ways };
}

/** All objects that the API lists. */
export async function listAll(api: ReadApi): Promise<readonly Live[]> {
  const listable = kindNames.filter((kind) => kinds[kind].operations.list !== undefined);
  const lists = await Promise.all(listable.map((kind) => api.list(kind, (answer) => toLive(kind, answer))));
  return lists.flat();
}
