import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { leftObjectsText } from '../../report/left-objects-text.ts';
import { jsonText } from '../../report/text/json.ts';
import { readLedger } from '../../run/session/ledger/open-ledger-store.ts';
import { noteRunning } from '../../run/session/ledger/note-running.ts';
import { chooseEnvironment, openWorkspace } from '../../run/session/workspace/open-workspace.ts';
import { readLeft } from '../../run/ledger/read-left.ts';
import type { ResolveFlags } from './resolve-outcome.ts';

/** Lists the creates without a response, each with the two commands that settle it. Exits 4 if there are any. */
export async function listUnknown(
  io: Io,
  addresses: readonly string[],
  options: ResolveFlags,
): Promise<number> {
  if (addresses.length > 0 || options.adopt !== undefined || options.absent !== undefined)
    throw new UserError(exitCodes.usage, '`--list` stands alone: it takes no address and settles nothing');
  const workspace = await openWorkspace(io, options);
  const environment = chooseEnvironment(workspace, options.env);
  const { unknown = {} } = await readLedger(io, workspace, environment, options);
  await noteRunning(io, workspace, environment, options, { unknown });
  const left = await readLeft(io, workspace, environment, options);
  const found = left.filter(({ state }) => state === 'unknown');
  if (options.format === 'json') io.stdout(jsonText(found));
  else if (found.length > 0) io.stdout(leftObjectsText(found));
  else io.stdout(`Every outcome in ${environment.name} is known.\n`);
  return found.length === 0 ? exitCodes.ok : exitCodes.unknown;
}
