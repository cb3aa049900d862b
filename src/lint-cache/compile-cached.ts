import { compile } from '../compile/compile.ts';
import type { Compiled } from '../model/desired.ts';
import type { YamlDocument } from '../model/document.ts';
import type { CachedResource } from '../model/lint/cached-file.ts';
import type { Workspace } from '../model/workspace.ts';
import { recalledDesired, type CompileAgain, type KnownOfDesired } from './resource-outline.ts';

/** The environments of a workspace; cached resources from what is known of them. */
export function compileCached(
  workspace: Workspace,
  environments: readonly string[],
): ReadonlyMap<string, Compiled> {
  const { cached = new Map<YamlDocument, CachedResource>() } = workspace;
  const kept = workspace.resources.filter(({ document }) => !cached.has(document));
  const again: CompileAgain = (resource, environment) => {
    const [desired] = compile({ ...workspace, resources: [resource] }, environment).desired;
    if (desired === undefined) throw new Error(`${resource.address} is not for ${environment}`);
    return desired;
  };
  const compiled = new Map<string, Compiled>();
  for (const name of environments) {
    if (workspace.cachedFor?.includes(name) === false) throw new Error(`${name} was not compiled`);
    const { desired, diagnostics } = compile({ ...workspace, resources: kept }, name);
    const all = [...desired];
    for (const resource of workspace.resources) {
      const known = knownFor(name, cached.get(resource.document));
      if (known !== undefined) all.push(recalledDesired(resource, name, known, again));
    }
    all.sort((a, b) => (a.address < b.address ? -1 : 1));
    compiled.set(name, { desired: all, diagnostics });
  }
  return compiled;
}

function knownFor(environment: string, resource: CachedResource | undefined): KnownOfDesired | undefined {
  const spec = resource?.compiled?.specs[environment];
  if (resource?.compiled !== undefined && spec !== undefined)
    return { spec, declaredAt: resource.compiled.declaredAt };
  const outline = resource?.outlines[environment];
  return outline === undefined ? undefined : { outline };
}
