import { readNamedFile } from '../../run/cli/files/named-file.ts';
import {
  readNamedObjects,
  type NamedObject,
  type NamedObjectContext,
} from '../../run/ledger/named-objects.ts';
import { toLive } from '../../derive/forms/read-form.ts';
import { idPattern } from '../../kinds/references.ts';
import { isSameIdentity } from '../../ledger/rebuild.ts';
import type { Desired } from '../../model/desired.ts';
import { UserError, usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Live } from '../../model/live.ts';
import type { Address } from '../../model/workspace/address.ts';
import { claimOn } from '../../plan/obstacles/claims.ts';
import { readTerraformState, type TerraformState } from '../../pull/terraform/read-terraform-state.ts';
import { suggestionOr } from '../../text/suggest.ts';
import { isJsonText } from '../../text/json/json-syntax.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { exitCodes } from '../../model/exit-codes.ts';

/**
 * The live state of the routes in a file: a Terraform state, or one route on each line, `https-route/<name>:
 * <edge_id>/<route_id>`. Throws `UserError` for an unreadable state, a malformed line, an undeclared name, and a route
 * that does not exist or does not match.
 */
export async function readRoutes(
  io: Io,
  file: string,
  desired: readonly Desired[],
  context: NamedObjectContext,
): Promise<ReadonlyMap<Address, Live>> {
  const text = readNamedFile(io, file);
  if (isJsonText(text)) return routesOfState(readTerraformState(text, file), desired, context);
  const named: NamedObject[] = [];
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
    const wanted = desired.find((resource) => resource.address === address);
    if (wanted === undefined) {
      const declared = desired.flatMap((resource) =>
        resource.kind === 'https-route' ? [resource.address] : [],
      );
      const help = suggestionOr(address, declared, undefined);
      throw new UserError(
        exitCodes.usage,
        `${file}:${index + 1}: \`${address}\` is not declared`,
        withoutUndefined({ help }),
      );
    }
    named.push({
      key: { kind: wanted.kind, edge_id: edgeId, id },
      address: wanted.address,
      identity: wanted.spec,
      at: `${file}:${index + 1}: `,
    });
  }
  const routes = await readNamedObjects(named, context);
  return new Map(routes.map(({ address, live }) => [address, live]));
}

/**
 * The live routes of a Terraform state that the files declare, by identity. A state also has routes that are gone, that
 * belong to others or that no file declares: these are left out, and settled like all unknown routes.
 */
async function routesOfState(
  state: TerraformState,
  desired: readonly Desired[],
  context: NamedObjectContext,
): Promise<ReadonlyMap<Address, Live>> {
  const wanted = desired.filter(({ kind }) => kind === 'https-route');
  const keys = state.objects.flatMap(({ key }) => (key.kind === 'https-route' ? [key] : []));
  const found = await Promise.all(
    keys.map(async (key) => {
      const answer = await context.api.get(key);
      return answer === undefined ? undefined : { ...toLive(key.kind, answer), ...key };
    }),
  );
  const routes = new Map<Address, Live>();
  for (const live of found) {
    if (live === undefined || claimOn(context, live) !== undefined) continue;
    const [only, more] = wanted.filter((resource) => isSameIdentity(live, resource));
    if (only !== undefined && more === undefined) routes.set(only.address, live);
  }
  return routes;
}
