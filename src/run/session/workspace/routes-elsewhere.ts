import { normalUrl } from '../../../derive/forms/endpoint-url.ts';
import type { KindName } from '../../../kinds/kind.ts';
import type { Desired } from '../../../model/desired.ts';
import type { Workspace } from '../../../model/workspace/workspace.ts';

type EnvironmentResources = ReadonlyMap<string, readonly Desired[]>;

/**
 * The routes that the files declare for other environments on edges of these resources, by environment: a route here
 * can take URLs from one there, and no list of the API shows it. Files with errors declare what can be compiled.
 */
export function routesElsewhere(
  workspace: Workspace,
  desired: readonly Desired[],
  names: readonly string[],
): Promise<EnvironmentResources> {
  const ownEdges = new Set(
    desired.flatMap((resource) => (resource.kind === 'https-route' ? [resource.spec['edge_id']] : [])),
  );
  const sharing = names.filter((name) =>
    [...(workspace.environments.get(name)?.ids.values() ?? [])].some(({ id }) => ownEdges.has(id)),
  );
  return declaredFor(workspace, sharing, {
    kind: 'https-route',
    isWanted: ({ spec }) => ownEdges.has(spec['edge_id']),
  });
}

/** The endpoints that the files declare for other environments, and to which policies of these resources forward. */
export async function endpointsElsewhere(
  workspace: Workspace,
  desired: readonly Desired[],
  names: readonly string[],
): Promise<EnvironmentResources> {
  if (names.length === 0) return new Map();
  // Lint imports this file, and loads the table of policies only for a workspace that has one.
  const { forwardedUrls } = await import('../../../routing/policy-forwards.ts');
  const urls = new Set(desired.flatMap((resource) => [...forwardedUrls(resource)].map(normalUrl)));
  for (const { kind, spec } of urls.size === 0 ? [] : desired)
    if (kind === 'endpoint') urls.delete(urlOf(spec));
  return declaredFor(workspace, urls.size === 0 ? [] : names, {
    kind: 'endpoint',
    isWanted: ({ spec }) => urls.has(urlOf(spec)),
  });
}

function urlOf({ url }: Desired['spec']): string {
  return typeof url === 'string' ? normalUrl(url) : '';
}

interface ResourceChoice {
  readonly kind: KindName;
  readonly isWanted: (desired: Desired) => boolean;
}

async function declaredFor(
  workspace: Workspace,
  names: readonly string[],
  { kind, isWanted }: ResourceChoice,
): Promise<EnvironmentResources> {
  if (names.length === 0) return new Map();
  const [{ compileSome }, { startFields }] = await Promise.all([
    import('../../../workspace/compile/compile.ts'),
    import('../../../workspace/compile/evaluated-fields.ts'),
  ]);
  const resources = workspace.resources.filter((resource) => resource.kind === kind);
  return new Map(
    names.map((name) => {
      const compiled = compileSome({ workspace, fields: startFields() }, resources, name);
      return [name, compiled.desired.filter(isWanted)];
    }),
  );
}
