import type { Field } from '../kinds/field.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { DocumentNode, YamlDocument } from '../model/document.ts';
import type { Layer } from '../model/desired.ts';
import type { Value } from '../model/value.ts';
import type { ResourceDocument, Workspace } from '../model/workspace.ts';
import { evaluate } from './evaluate.ts';
import type { Compilation, Evaluation, Through } from './evaluation.ts';

/** What became of a field of one layer. */
export interface Evaluated {
  readonly field: Field;
  readonly value: Value | undefined;
  readonly through: readonly Through[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The fields of an environment so far, by node: a preset's are evaluated once, not for each resource that uses it. */
export interface EvaluatedFields {
  readonly compilation: Compilation;
  readonly inEnvironment: Map<DocumentNode, Evaluated>;
  readonly everywhere: Map<DocumentNode, Evaluated>;
}

/** Fields in which no environment takes part hold for all of them; they live as long as their workspace. */
const shared = new WeakMap<Workspace, Map<DocumentNode, Evaluated>>();

export function startFields(compilation: Compilation): EvaluatedFields {
  const { workspace } = compilation;
  const everywhere = shared.get(workspace) ?? new Map<DocumentNode, Evaluated>();
  shared.set(workspace, everywhere);
  return { compilation, inEnvironment: new Map(), everywhere };
}

/** Evaluates a field of a resource, or finds what was made of the same node before. */
export function evaluateField(
  fields: EvaluatedFields,
  resource: ResourceDocument,
  name: string,
  field: Field,
  layer: Layer,
): Evaluated {
  const { compilation, inEnvironment, everywhere } = fields;
  const known = everywhere.get(layer.node) ?? inEnvironment.get(layer.node);
  // A field of the same name is another one in another kind.
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
