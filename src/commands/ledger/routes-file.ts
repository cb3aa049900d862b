import { readNamedFile } from '../../run/cli/files/named-file.ts';
import { refuseOther } from './settle-routes.ts';
import { toLive } from '../../derive/forms/read-form.ts';
import { idPattern } from '../../kinds/references.ts';
import { isSameIdentity } from '../../ledger/rebuild.ts';
import type { ReadApi } from '../../model/api.ts';
import type { Desired } from '../../model/desired.ts';
import { UserError, exitCodes, usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Live } from '../../model/live.ts';
import type { Address } from '../../model/workspace.ts';
import { claimOn, type ClaimContext } from '../../plan/collision/claims.ts';
import {
  isJsonText,
  readTerraformState,
  type TerraformState,
} from '../../pull/terraform/read-terraform-state.ts';
import { suggestionOr } from '../../text/suggest.ts';

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
  }: {
    readonly desired: readonly Desired[];
    readonly claiming: ClaimContext;
    readonly file: string | undefined;
  },
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
      throw usageError(`${file}:${index + 1}: a line is \`https-route/<name>: <edge_id>/<route_id>\``);
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
      throw usageError(`${file}:${index + 1}: route \`${edgeId}/${id}\` does not exist`);
    const live = { ...toLive('https-route', answer), edge_id: edgeId };
    refuseOther(wanted, live, claiming);
    routes.set(wanted.address, live);
  }
  return routes;
}

/**
 * The live routes of a Terraform state that the files declare, by identity. A state also has routes that are gone, that
 * belong to others or that no file declares: these are left out, and settled like all unknown routes.
 */
async function routesOfState(
  api: ReadApi,
  {
    desired,
    claiming,
    state,
  }: {
    readonly desired: readonly Desired[];
    readonly claiming: ClaimContext;
    readonly state: TerraformState;
  },
): Promise<ReadonlyMap<Address, Live>> {
  const wanted = desired.filter(({ kind }) => kind === 'https-route');
  const keys = state.objects.flatMap(({ key }) => (key.kind === 'https-route' ? [key] : []));
  const found = await Promise.all(
    keys.map(async (key) => {
      const answer = await api.get(key);
      return answer === undefined ? undefined : { ...toLive(key.kind, answer), ...key };
    }),
  );
  const routes = new Map<Address, Live>();
  for (const live of found) {
    if (live === undefined || claimOn(claiming, live) !== undefined) continue;
    const spec = { edge_id: live.edge_id, ...live.spec };
    const [only, more] = wanted.filter((one) => isSameIdentity({ ...live, spec } as Live, one));
    if (only !== undefined && more === undefined) routes.set(only.address, live);
  }
  return routes;
}
