import { commandLine } from '../../cli/command-line.ts';
import { kinds } from '../../kinds/index.ts';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { UnknownCreate } from '../../model/ledger.ts';
import { inertLine } from '../../report/text/inert.ts';
import { readLedger } from '../../session/ledger/ledger-store.ts';
import { chooseEnvironment, openWorkspace } from '../../session/workspace/open-workspace.ts';
import { secondText } from '../../text/second-text.ts';
import type { ResolveFlags } from './resolve-outcome.ts';

/** Lists the creates without a response, each with the two commands that settle it. Exits 4 if there are any. */
export async function listUnknown(
  io: Io,
  address: string | undefined,
  options: ResolveFlags,
): Promise<number> {
  if (address !== undefined || options.adopt !== undefined || options.absent !== undefined)
    throw new UserError(exitCodes.usage, '`--list` stands alone: it takes no address and settles nothing');
  const workspace = await openWorkspace(io, options);
  const environment = chooseEnvironment(workspace, options.env);
  const { unknown = {} } = await readLedger(io, workspace, environment, options);
  const found = Object.entries(unknown);
  if (found.length === 0) {
    io.stdout(`Every outcome in ${environment.name} is known.\n`);
    return exitCodes.ok;
  }
  const blocks = found.map(([name, create]) => {
    const words = ['resolve', name, '--env', environment.name];
    return [
      inertLine(
        `${name}  ${placeOf(create)}, created without a response on ${secondText(new Date(create.since))}`,
      ),
      `  ${commandLine(words, options, ['--adopt', '<id>'])}`,
      `  ${commandLine(words, options, ['--absent'])}`,
    ].join('\n');
  });
  io.stdout(`${blocks.join('\n')}\n`);
  return exitCodes.unknown;
}

/** The fields by which the service tells the object from others: `edghts_1, match: "/cart"`. */
function placeOf({ kind, edge_id, identity }: UnknownCreate): string {
  const fields = kinds[kind].identity.fields.flatMap((name) => {
    const value = identity[name];
    return value === undefined || name === 'edge_id' ? [] : [`${name}: ${JSON.stringify(value)}`];
  });
  return [...(edge_id === undefined ? [] : [edge_id]), ...fields].join(', ');
}
