import type { Field } from '../kinds/field.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { DocumentNode, YamlDocument } from '../model/document.ts';
import type { Layer } from '../model/desired.ts';
import type { Value } from '../model/value.ts';
import type { ResourceDocument, Workspace } from '../model/workspace.ts';
import { evaluate } from './evaluate.ts';
import type { Compilation, Evaluation, Through } from './evaluation.ts';

/** The result of evaluating a field of one layer. */
export interface Evaluated {
  readonly field: Field;
  readonly value: Value | undefined;
  readonly through: readonly Through[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Evaluated fields of an environment by node: fields of a preset are evaluated once for all resources that use it. */
export interface EvaluatedFields {
  readonly compilation: Compilation;
  readonly inEnvironment: Map<DocumentNode, Evaluated>;
  readonly everywhere: Map<DocumentNode, Evaluated>;
}

/** Fields that do not depend on the environment are shared by all environments, as long as the workspace exists. */
const shared = new WeakMap<Workspace, Map<DocumentNode, Evaluated>>();

export function startFields(compilation: Compilation): EvaluatedFields {
  const { workspace } = compilation;
  const everywhere = shared.get(workspace) ?? new Map<DocumentNode, Evaluated>();
  shared.set(workspace, everywhere);
  return { compilation, inEnvironment: new Map(), everywhere };
}

/** Evaluates a field of a resource, or returns the earlier result for the same node. */
export function evaluateField(
  fields: EvaluatedFields,
  resource: ResourceDocument,
  name: string,
  field: Field,
  layer: Layer,
): Evaluated {
  const { compilation, inEnvironment, everywhere } = fields;
  const known = everywhere.get(layer.node) ?? inEnvironment.get(layer.node);
  // The same field name may have another type in another kind.
  if (known?.field === field) return known;
  const isOwn = layer.document === resource.document;
  const evaluation = startEvaluation(compilation, layer.document, isOwn ? resource : undefined);
  const value = evaluate(evaluation, field, layer.node, [name]);
  const { through, diagnostics } = evaluation;
  const evaluated: Evaluated = { field, value, through, diagnostics };
  if (evaluation.dependsOnEnvironment) {
    if (!isOwn) inEnvironment.set(layer.node, evaluated);
  } else if (!isOwn || compilation.workspace.environments.size > 1) everywhere.set(layer.node, evaluated);
  return evaluated;
}

function startEvaluation(
  compilation: Compilation,
  { source }: YamlDocument,
  owner: ResourceDocument | undefined,
): Evaluation {
  return {
    compilation,
    source,
    address: owner?.address,
    diagnostics: [],
    through: [],
    dependsOnEnvironment: false,
    variableAt: undefined,
  };
}
