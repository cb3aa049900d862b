import { commandLine, type PlaceFlags } from '../cli/command-line.ts';
import { kinds } from '../../kinds/index.ts';
import { leftObjects } from '../../ledger/upkeep/left-objects.ts';
import type { Io } from '../../model/io.ts';
import type { LeftObject, LeftWithWays } from '../../model/ledger/left-object.ts';
import type { Environment, WorkspaceHead } from '../../model/workspace.ts';
import { openStore, readLedger } from '../session/ledger/open-ledger-store.ts';

/** The objects of an environment that may be live and are not managed. */
export async function readLeft(
  io: Io,
  workspace: WorkspaceHead,
  environment: Environment,
  options: PlaceFlags,
): Promise<readonly LeftWithWays[]> {
  const state = await readLedger(io, workspace, environment, options);
  const store = await openStore(io, workspace, options);
  const history = await store.history(environment.name);
  return leftObjects(state, history).map((one) => withSettlingWays(one, environment.name, options));
}

/** A left object with the commands that settle it, in the environment and place of this run. */
function withSettlingWays(object: LeftObject, environment: string, options: PlaceFlags): LeftWithWays {
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
                  command: commandLine(['apply', '--env', environment], options),
                },
              ]),
          { lead: 'if it exists', command: commandLine(words('resolve'), options, ['--adopt', '<id>']) },
          { lead: 'if it does not exist', command: commandLine(words('resolve'), options, ['--absent']) },
        ]
      : [
          { lead: 'to manage it again', command: commandLine(words('pull'), options) },
          { lead: 'once it is deleted', command: commandLine(words('ledger', 'forget'), options) },
        ];
  return { ...object, ways };
}
