import { readNamedFile } from '../../cli/files/named-file.ts';
import { toLive } from '../../derive/forms/to-live.ts';
import { idPattern } from '../../kinds/references.ts';
import type { ReadApi } from '../../model/api.ts';
import type { Desired } from '../../model/desired.ts';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Live } from '../../model/live.ts';
import type { Address } from '../../model/workspace.ts';
import type { Claiming } from '../../plan/collision/claims.ts';
import { isJsonText, readTerraformState } from '../../pull/terraform/read-terraform-state.ts';
import { suggestionOr } from '../../text/suggest.ts';
import { refuseOther } from './settle-routes.ts';
import { routesOfState } from './routes-of-state.ts';

/**
 * The live state of the routes in a file: a Terraform state, or one route on each line, `https-route/<name>:
 * <edge_id>/<route_id>`. Throws `UserError` for an unreadable state, a malformed line, an undeclared name, and a route that does not exist or does not match.
 */
export async function readRoutes(
  io: Io,
  api: ReadApi,
  {
    desired,
    claiming,
    file,
  }: { readonly desired: readonly Desired[]; readonly claiming: Claiming; readonly file: string | undefined },
): Promise<ReadonlyMap<Address, Live>> {
  const routes = new Map<Address, Live>();
  if (file === undefined) return routes;
  const text = readNamedFile(io, file);
  if (isJsonText(text))
    return routesOfState(api, { desired, claiming, state: readTerraformState(text, file) });
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.trim().startsWith('#')) continue;
    const [, address, edgeId, id] = /^\s*(https-route\/\S+)\s*:\s*([^\s/]+)\/([^\s/]+)\s*$/.exec(line) ?? [];
    if (
      address === undefined ||
      edgeId === undefined ||
      id === undefined ||
      !idPattern.test(id) ||
      !idPattern.test(edgeId)
    ) {
      throw new UserError(
        exitCodes.usage,
        `${file}:${index + 1}: a line is \`https-route/<name>: <edge_id>/<route_id>\``,
      );
    }
    const wanted = desired.find((one) => one.address === address);
    if (wanted === undefined) {
      const declared = desired.flatMap((one) => (one.kind === 'https-route' ? [one.address] : []));
      const help = suggestionOr(address, declared, undefined);
      throw new UserError(
        exitCodes.usage,
        `${file}:${index + 1}: \`${address}\` is not declared`,
        help === undefined ? {} : { help },
      );
    }
    const answer = await api.get({ kind: 'https-route', edge_id: edgeId, id });
    if (answer === undefined)
      throw new UserError(exitCodes.usage, `${file}:${index + 1}: route \`${edgeId}/${id}\` does not exist`);
    const live = { ...toLive('https-route', answer), edge_id: edgeId };
    refuseOther(wanted, live, claiming);
    routes.set(wanted.address, live);
  }
  return routes;
}
