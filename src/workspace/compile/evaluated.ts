import type { Field } from '../../kinds/field.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode, YamlDocument } from '../../model/document.ts';
import type { Layer } from '../../model/desired.ts';
import type { Value } from '../../model/value.ts';
import type { ResourceDocument } from '../../model/workspace.ts';
import { evaluate } from './evaluate.ts';
import type { Compilation, Evaluation, Through } from './evaluation.ts';

/** The result of evaluating a field of one layer. */
export interface EvaluatedField {
  readonly field: Field;
  readonly value: Value | undefined;
  readonly through: readonly Through[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Fields by node: those of a preset are evaluated once for all resources that use it, and those that do not depend on
 * the environment once for all environments.
 */
export interface EvaluatedFields {
  /** Fields of resources, the same in each environment. */
  readonly ofResources: Map<DocumentNode, EvaluatedField>;
  /** Fields of presets, the same in each environment. */
  readonly ofPresets: Map<DocumentNode, EvaluatedField>;
  /** The other fields of presets, by environment. */
  readonly inEnvironment: Map<string, Map<DocumentNode, EvaluatedField>>;
}

export function startFields(): EvaluatedFields {
  return { ofResources: new Map(), ofPresets: new Map(), inEnvironment: new Map() };
}

/** Evaluates a field of a resource, or returns the earlier result for the same node. */
export function evaluateField(
  compilation: Compilation,
  { ofResources, ofPresets, inEnvironment }: EvaluatedFields,
  resource: ResourceDocument,
  name: string,
  field: Field,
  layer: Layer,
): EvaluatedField {
  const { name: environment } = compilation.environment;
  const isOwn = layer.document === resource.document;
  const known = isOwn
    ? ofResources.get(layer.node)
    : (ofPresets.get(layer.node) ?? inEnvironment.get(environment)?.get(layer.node));
  // The same field name may have another type in another kind.
  if (known?.field === field) return known;
  const evaluation = startEvaluation(compilation, layer.document, isOwn ? resource : undefined);
  const value = evaluate(evaluation, field, layer.node, [name]);
  const { through, diagnostics } = evaluation;
  const evaluated: EvaluatedField = { field, value, through, diagnostics };
  if (!evaluation.dependsOnEnvironment) {
    // An environment alone never asks again.
    if (!isOwn) ofPresets.set(layer.node, evaluated);
    else if (compilation.workspace.environments.size > 1) ofResources.set(layer.node, evaluated);
  } else if (!isOwn) {
    const others = inEnvironment.get(environment);
    if (others === undefined) inEnvironment.set(environment, new Map([[layer.node, evaluated]]));
    else others.set(layer.node, evaluated);
  }
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
