/**
 * Compiles a workspace to the desired state of one environment, exactly as the API takes it. Passes, one file each:
 * layers are merged field by field (`layer`), then each field's value is evaluated by the type of the field
 * (`evaluate`: `read-text`, `variable`, `inline-file`, `resolve-id`, `secret-value`, `policy-text`). A value keeps its
 * node, so that its origin is computed only on demand.
 */
import { walk } from '../../derive/yaml/document-tree.ts';
import { evaluateField, startFields, type EvaluatedField, type EvaluatedFields } from './evaluated-fields.ts';
import { fullEvaluationBudget, type Compilation, type Through } from './evaluation.ts';
import { layersOf } from './layer.ts';
import { kinds } from '../../kinds/index.ts';
import type { CompileResult, CompiledResource, Layer, Origin } from '../../model/desired.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Place } from '../../model/document.ts';
import { problem } from '../../model/problem.ts';
import type { Path, Value } from '../../model/value.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { meantName, thereAre } from '../../text/words/existing-names.ts';
import { namesOf } from '../../text/suggest.ts';
import { quoted } from '../../text/quoted.ts';
import type { Address } from '../../model/workspace/address.ts';
import type { ResourceDocument } from '../../model/workspace/workspace-document.ts';
import { nodePlace } from '../../derive/yaml/node-place.ts';

/** Compiles the resources of one environment that have trees. Deterministic; does not modify its input. */
export function compile(workspace: Workspace, environmentName: string): CompileResult {
  const context = { workspace, fields: startFields() };
  return compileSome(context, workspace.resources, environmentName);
}

/** The same for several environments. */
export function compileEach(
  workspace: Workspace,
  environments: readonly string[],
): ReadonlyMap<string, CompileResult> {
  const context = { workspace, fields: startFields() };
  const resources = workspace.resources;
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
): CompileResult {
  const environment = workspace.environments.get(environmentName);
  if (environment === undefined) throw new Error(`there is no environment ${environmentName}`);
  const run: Run = {
    compilation: { workspace, environment, budget: { ...fullEvaluationBudget } },
    fields,
    diagnostics: [],
    reported: new Set(),
  };
  const desired: CompiledResource[] = [];
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
  readonly reported: Set<EvaluatedField>;
}

function compileResource(run: Run, resource: ResourceDocument): CompiledResource {
  const { environment } = run.compilation;
  const { layers, replaced, diagnostics } = layersOf(run.compilation, resource);
  run.diagnostics.push(...diagnostics);
  const known = kinds[resource.kind].fields;
  const spec: Record<string, Value> = {};
  const through: Through[] = [];
  for (const [name, layer] of layers) {
    const field = Object.hasOwn(known, name) ? known[name] : undefined;
    // The shape check reports unknown and read-only fields.
    if (field === undefined || field.readOnly === true) continue;
    const evaluated = evaluateField(run, resource, { name, field, layer });
    if (evaluated.value !== undefined) spec[name] = evaluated.value;
    for (const step of evaluated.through) through.push(step);
    if (evaluated.diagnostics.length === 0 || run.reported.has(evaluated)) continue;
    run.reported.add(evaluated);
    for (const found of evaluated.diagnostics) run.diagnostics.push(found);
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

/** Whether a resource applies to an environment; without `environments:` it applies to all. */
function appliesTo({ environments }: ResourceDocument, name: string): boolean {
  return environments === undefined || environments.some((environment) => environment.name === name);
}

/** Reports names in `environments:` and `overrides:` that are not environments. */
function reportUnknownEnvironments(
  { environments }: Workspace,
  { document, environments: only, overrides, address }: ResourceDocument,
  diagnostics: Diagnostic[],
): void {
  if (only === undefined && overrides.size === 0) return;
  for (const { name, node } of [...(only ?? []), ...overrides.values()]) {
    if (environments.has(name)) continue;
    const known = namesOf(environments);
    const near = meantName(name, known);
    const help = near === undefined ? thereAre(known, 'environments/') : `write \`${near}\``;
    const place = nodePlace(document, node);
    diagnostics.push(
      problem('override-unknown-environment', place, `there is no environment ${quoted(name)}`, {
        address,
        help,
        ...(near === undefined || document.source.text.slice(place.start, place.end) !== name
          ? {}
          : { fix: { safety: 'unsafe', title: `write \`${near}\``, edits: [{ ...place, text: near }] } }),
      }),
    );
  }
}

/** Finds the origin of a value on demand, by walking the node of the field's layer. */
function originFinder(
  resource: ResourceDocument,
  layers: ReadonlyMap<string, Layer>,
  through: readonly Through[],
): (path: Path) => Origin {
  return (path) => {
    const [top, ...rest] = path;
    const layer = top === undefined ? undefined : layers.get(String(top));
    if (layer === undefined) {
      const { document, nameNode } = resource;
      return { place: nodePlace(document, nameNode), layer: 'spec', through: [] };
    }
    const { node, depth } = walk(layer.node, rest);
    const reached = path.slice(0, depth + 1);
    return {
      place: nodePlace(layer.document, node),
      layer: layer.label,
      through: through
        .filter((step) => isWithin(step.path, path) || isWithin(reached, step.path))
        .map((step) => ({ what: step.what, place: valuePlace(step, path) })),
    };
  };
}

/** The place of the value of a variable, or of the part of it that a path leads to. */
function valuePlace({ path: used, place, node }: Through, path: Path): Place | undefined {
  if (place === undefined || node === undefined) return place;
  const part = isWithin(used, path) ? walk(node, path.slice(used.length)).node : node;
  return nodePlace(place, part);
}

function isWithin(outer: Path, inner: Path): boolean {
  return outer.length <= inner.length && outer.every((step, index) => step === inner[index]);
}
