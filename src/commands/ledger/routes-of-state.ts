import { toLive } from '../../derive/forms/to-live.ts';
import { isSameIdentity } from '../../ledger/rebuild.ts';
import type { ReadApi } from '../../model/api.ts';
import type { Desired } from '../../model/desired.ts';
import type { Live } from '../../model/live.ts';
import type { Address } from '../../model/workspace.ts';
import { claimOn, type Claiming } from '../../plan/collision/claims.ts';
import type { TerraformState } from '../../pull/terraform/read-terraform-state.ts';

/**
 * The live routes of a Terraform state that the files declare, by identity. A state also has routes that are gone, that
 * belong to others or that no file declares: these are left out, and settled like all unknown routes.
 */
export async function routesOfState(
  api: ReadApi,
  {
    desired,
    claiming,
    state,
  }: { readonly desired: readonly Desired[]; readonly claiming: Claiming; readonly state: TerraformState },
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
