import type { Desired } from '../../model/desired.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { Neighbor } from '../../plan/collision/claims.ts';

/**
 * The other environments with the routes that their files declare on edges of these resources: a route here can take
 * URLs from one there, and no list of the API shows it. Files with errors declare what can be compiled.
 */
export async function withDeclaredRoutes(
  workspace: Workspace,
  desired: readonly Desired[],
  neighbors: readonly Neighbor[],
): Promise<readonly Neighbor[]> {
  const own = new Set(desired.flatMap((one) => (one.kind === 'https-route' ? [one.spec['edge_id']] : [])));
  const sharing = neighbors.filter(({ name }) =>
    [...(workspace.environments.get(name)?.ids.values() ?? [])].some(({ id }) => own.has(id)),
  );
  if (sharing.length === 0) return neighbors;
  const { compileReleased } = await import('../../lint-cache/read-released.ts');
  const compiled = compileReleased(
    workspace,
    sharing.map(({ name }) => name),
  );
  return neighbors.map((neighbor) => {
    const routes = (compiled.get(neighbor.name)?.desired ?? [])
      .filter(({ kind, spec }) => kind === 'https-route' && own.has(spec['edge_id']))
      .map(({ address, kind, spec }) => ({ address, kind, spec }));
    return routes.length === 0 ? neighbor : { ...neighbor, routes };
  });
}
