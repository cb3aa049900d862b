import { toLive } from '../../derive/forms/read-form.ts';
import { kindNames, kinds } from '../../kinds/index.ts';
import { leftObjects } from '../../ledger/upkeep/left-objects.ts';
import type { ReadApi } from '../../model/api.ts';
import type { LeftObject, LeftWithWays } from '../../model/ledger/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { WorkspaceHead } from '../../model/workspace/workspace.ts';
import { commandLine, type PlaceFlags } from '../cli/command-line.ts';
import { openStore, readLedger } from '../session/ledger/open-ledger-store.ts';
import type { Run } from '../session/run.ts';

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
