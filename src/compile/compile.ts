/**
 * Workspace -> what one environment should be, exactly as the API takes it. Passes, each a file: layers are merged
 * field by field (`layer`), then each field's value is evaluated by what the field is (`evaluate`: expressions, names
 * of ids, secrets, files, traffic policies). A value keeps the node it was written as, so its origin costs nothing until
 * somebody asks. A field whose evaluation fails is left out and reported; the rest of the resource is still compiled.
 */
import { kinds } from '../kinds/index.ts';
import { problem, quoted } from '../derive/problem.ts';
import { suggestions } from '../derive/suggest.ts';
import type { Desired } from '../model/desired.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Value } from '../model/value.ts';
import type { Address, Environment, ResourceDocument, Workspace } from '../model/workspace.ts';
import { evaluate, type Evaluation } from './evaluate.ts';
import { layersOf } from './layer.ts';
import { originFinder } from './origin.ts';

export interface Compiled {
  /** By address. */
  readonly desired: readonly Desired[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles the resources of one environment. The same input gives the same output; nothing is changed. */
export function compile(workspace: Workspace, environmentName: string): Compiled {
  const environment = workspace.environments.get(environmentName);
  if (environment === undefined) throw new Error(`there is no environment ${environmentName}`);
  const diagnostics: Diagnostic[] = [];
  const desired: Desired[] = [];
  const seen = new Set<Address>();
  for (const resource of workspace.resources) {
    diagnostics.push(...unknownEnvironments(workspace, resource));
    if (!appliesTo(resource, environmentName) || seen.has(resource.address)) continue;
    seen.add(resource.address);
    desired.push(compileResource(workspace, environment, resource, diagnostics));
  }
  desired.sort((a, b) => (a.address < b.address ? -1 : 1));
  return { desired, diagnostics };
}

function appliesTo({ environments }: ResourceDocument, name: string): boolean {
  return environments === undefined || environments.some((one) => one.name === name);
}

function compileResource(
  workspace: Workspace,
  environment: Environment,
  resource: ResourceDocument,
  diagnostics: Diagnostic[],
): Desired {
  const { layers, replaced } = layersOf(workspace, environment, resource, diagnostics);
  const spec: Record<string, Value> = {};
  const through: Evaluation['through'] = [];
  for (const [name, layer] of layers) {
    const field = kinds[resource.kind].fields[name];
    // An unknown or read-only field is the shape check's to report.
    if (field === undefined || field.readOnly === true) continue;
    const evaluation: Evaluation = {
      workspace,
      environment,
      kind: resource.kind,
      document: layer.document,
      diagnostics,
      through,
      address: resource.address,
    };
    const value = evaluate(evaluation, field, layer.node, [name]);
    if (value !== undefined) spec[name] = value;
  }
  return {
    address: resource.address,
    kind: resource.kind,
    name: resource.name,
    environment: environment.name,
    labels: resource.labels,
    formerly: resource.formerly.map(({ name }): Address => `${resource.kind}/${name}`),
    spec,
    layers,
    replaced,
    document: resource,
    originOf: originFinder(resource, layers, through),
  };
}

/** Names in `environments:` and `overrides:` that no environment has. */
function unknownEnvironments(
  { environments }: Workspace,
  { document, environments: only = [], overrides, address }: ResourceDocument,
): readonly Diagnostic[] {
  return [...only, ...overrides.values()]
    .filter(({ name }) => !environments.has(name))
    .map(({ name, node }) => {
      const [near] = suggestions(name, environments.keys());
      const there = [...environments.keys()].map((each) => `\`${each}\``).join(', ');
      const place = { source: document.source, start: node.start, end: node.end };
      return problem('override-unknown-environment', place, `there is no environment ${quoted(name)}`, {
        address,
        help: near === undefined ? `there are: ${there || 'none'}` : `did you mean \`${near}\`?`,
      });
    });
}
