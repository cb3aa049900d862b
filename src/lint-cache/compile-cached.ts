import { compile, compileInSteps } from '../compile/compile.ts';
import type { Compiled } from '../model/desired.ts';
import type { YamlDocument } from '../model/document.ts';
import type { CachedResource } from '../model/lint/cached-file.ts';
import type { Steps } from '../model/steps.ts';
import type { Workspace } from '../model/workspace.ts';
import { recalledDesired, type CompileAgain } from './resource-outline.ts';

/** The environments of a workspace; cached resources from their outlines. */
export function* compileCached(
  workspace: Workspace,
  environments: readonly string[],
): Steps<ReadonlyMap<string, Compiled>> {
  const { cached = new Map<YamlDocument, CachedResource>() } = workspace;
  const kept = workspace.resources.filter(({ document }) => !cached.has(document));
  const again: CompileAgain = (resource, environment) => {
    const [desired] = compile({ ...workspace, resources: [resource] }, environment).desired;
    if (desired === undefined) throw new Error(`${resource.address} is not for ${environment}`);
    return desired;
  };
  const compiled = new Map<string, Compiled>();
  for (const name of environments) {
    const { desired, diagnostics } = yield* compileInSteps({ ...workspace, resources: kept }, name);
    const all = [...desired];
    for (const resource of workspace.resources) {
      yield;
      const outline = cached.get(resource.document)?.outlines[name];
      if (outline === undefined) continue;
      all.push(recalledDesired(resource, name, outline, again));
    }
    all.sort((a, b) => (a.address < b.address ? -1 : 1));
    compiled.set(name, { desired: all, diagnostics });
  }
  return compiled;
}
