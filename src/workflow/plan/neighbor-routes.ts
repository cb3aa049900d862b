import type { Desired } from '../../model/desired.ts';
import { isReleased, type Workspace } from '../../model/workspace.ts';
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
  const [{ compileSome }, { startFields }] = await Promise.all([
    import('../../compile/compile.ts'),
    import('../../compile/evaluated.ts'),
  ]);
  // A released resource has its specs of the environments that were asked for alone.
  const routes = workspace.resources
    .filter(({ kind }) => kind === 'https-route')
    .map((one) => (isReleased(one) ? one.readAgain() : one));
  const compiled = new Map(
    sharing.map(({ name }) => [name, compileSome({ workspace, fields: startFields() }, routes, name)]),
  );
  return neighbors.map((neighbor) => {
    const declared = (compiled.get(neighbor.name)?.desired ?? [])
      .filter(({ spec }) => own.has(spec['edge_id']))
      .map(({ address, kind, spec }) => ({ address, kind, spec }));
    return declared.length === 0 ? neighbor : { ...neighbor, routes: declared };
  });
}
