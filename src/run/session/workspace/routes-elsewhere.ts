import type { Desired } from '../../../model/desired.ts';
import { isReleased, type Workspace } from '../../../model/workspace.ts';

/**
 * The routes that the files declare for other environments on edges of these resources, by environment: a route here can
 * take URLs from one there, and no list of the API shows it. Files with errors declare what can be compiled.
 */
export async function routesElsewhere(
  workspace: Workspace,
  desired: readonly Desired[],
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly Desired[]>> {
  const own = new Set(desired.flatMap((one) => (one.kind === 'https-route' ? [one.spec['edge_id']] : [])));
  const sharing = names.filter((name) =>
    [...(workspace.environments.get(name)?.ids.values() ?? [])].some(({ id }) => own.has(id)),
  );
  if (sharing.length === 0) return new Map();
  const [{ compileSome }, { startFields }] = await Promise.all([
    import('../../../workspace/compile/compile.ts'),
    import('../../../workspace/compile/evaluated.ts'),
  ]);
  // A released resource has its specs of the environments that were asked for alone.
  const routes = workspace.resources
    .filter(({ kind }) => kind === 'https-route')
    .map((one) => (isReleased(one) ? one.readAgain() : one));
  return new Map(
    sharing.map((name) => {
      const compiled = compileSome({ workspace, fields: startFields() }, routes, name);
      return [name, compiled.desired.filter(({ spec }) => own.has(spec['edge_id']))];
    }),
  );
}
