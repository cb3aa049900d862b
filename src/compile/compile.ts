/**
 * Compiles a workspace to the desired state of one environment, exactly as the API takes it. Passes, one file each:
 * layers are merged field by field (`layer`), then each field's value is evaluated by the type of the field
 * (`evaluate`: `read-text`, `variable`, `inline-file`, `resolve-id`, `secret-value`, `policy-text`). A value keeps its
 * node, so that its origin is computed only on demand.
 */
import type { Compiled, Desired } from '../model/desired.ts';
import { kinds } from '../kinds/index.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Value } from '../model/value.ts';
import {
  resourcesWithTrees,
  type Address,
  type ResourceDocument,
  type Workspace,
} from '../model/workspace.ts';
import { appliesTo, reportUnknownEnvironments } from './environments.ts';
import { evaluateField, startFields, type Evaluated, type EvaluatedFields } from './evaluated.ts';
import { fullEvaluationBudget, type Compilation, type Through } from './evaluation.ts';
import { layersOf } from './layer.ts';
import { originFinder } from './origin.ts';

/** Compiles the resources of one environment that have trees. Deterministic; does not modify its input. */
export function compile(workspace: Workspace, environmentName: string): Compiled {
  const context = { workspace, fields: startFields() };
  return compileSome(context, resourcesWithTrees(workspace), environmentName);
}

/** The same for several environments. */
export function compileEach(
  workspace: Workspace,
  environments: readonly string[],
): ReadonlyMap<string, Compiled> {
  const context = { workspace, fields: startFields() };
  const resources = resourcesWithTrees(workspace);
  return new Map(environments.map((name) => [name, compileSome(context, resources, name)]));
}

interface CompileContext {
  readonly workspace: Workspace;
  readonly fields: EvaluatedFields;
}

/** Compiles these resources with the presets, variables and ids of a workspace. */
export function compileSome(
  { workspace, fields }: CompileContext,
  resources: readonly ResourceDocument[],
  environmentName: string,
): Compiled {
  const environment = workspace.environments.get(environmentName);
  if (environment === undefined) throw new Error(`there is no environment ${environmentName}`);
  const run: Run = {
    compilation: { workspace, environment, budget: { ...fullEvaluationBudget } },
    fields,
    diagnostics: [],
    reported: new Set(),
  };
  const desired: Desired[] = [];
  const seen = new Set<Address>();
  for (const resource of resources) {
    reportUnknownEnvironments(workspace, resource, run.diagnostics);
    if (!appliesTo(resource, environmentName) || seen.has(resource.address)) continue;
    seen.add(resource.address);
    desired.push(compileResource(run, resource));
  }
  desired.sort((a, b) => (a.address < b.address ? -1 : 1));
  return { desired, diagnostics: run.diagnostics };
}

interface Run {
  readonly compilation: Compilation;
  readonly fields: EvaluatedFields;
  readonly diagnostics: Diagnostic[];
  /** Fields whose findings are already reported: a preset's findings are the same for all resources that use it. */
  readonly reported: Set<Evaluated>;
}

function compileResource(
  { compilation, fields, diagnostics, reported }: Run,
  resource: ResourceDocument,
): Desired {
  const { workspace, environment } = compilation;
  const { layers, replaced } = layersOf(workspace, environment.name, resource, diagnostics);
  const known = kinds[resource.kind].fields;
  const spec: Record<string, Value> = {};
  const through: Through[] = [];
  for (const [name, layer] of layers) {
    const field = Object.hasOwn(known, name) ? known[name] : undefined;
    // The shape check reports unknown and read-only fields.
    if (field === undefined || field.readOnly === true) continue;
    const evaluated = evaluateField(compilation, fields, resource, name, field, layer);
    if (evaluated.value !== undefined) spec[name] = evaluated.value;
    for (const each of evaluated.through) through.push(each);
    if (evaluated.diagnostics.length === 0 || reported.has(evaluated)) continue;
    reported.add(evaluated);
    for (const found of evaluated.diagnostics) diagnostics.push(found);
  }
  const written = { document: resource, layers, replaced };
  return {
    address: resource.address,
    kind: resource.kind,
    name: resource.name,
    environment: environment.name,
    labels: resource.labels,
    formerly: resource.formerly.map(({ name }): Address => `${resource.kind}/${name}`),
    spec,
    document: resource,
    originOf: originFinder(resource, layers, through),
    written: () => written,
  };
}
