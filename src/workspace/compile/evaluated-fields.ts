import type { Field } from '../../kinds/field.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode } from '../../model/document.ts';
import type { Layer } from '../../model/desired.ts';
import type { Value } from '../../model/value.ts';
import type { ResourceDocument } from '../../model/workspace/workspace-document.ts';
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

/** A field of a resource, in the layer that sets it. */
interface LayerField {
  readonly name: string;
  readonly field: Field;
  readonly layer: Layer;
}

/** Evaluates a field of a resource, or returns the earlier result for the same node. */
export function evaluateField(
  { compilation, fields }: { readonly compilation: Compilation; readonly fields: EvaluatedFields },
  resource: ResourceDocument,
  { name, field, layer }: LayerField,
): EvaluatedField {
  const { ofResources, ofPresets, inEnvironment } = fields;
  const { name: environment } = compilation.environment;
  const isOwn = layer.document === resource.document;
  const known = isOwn
    ? ofResources.get(layer.node)
    : (ofPresets.get(layer.node) ?? inEnvironment.get(environment)?.get(layer.node));
  // The same field name may have another type in another kind.
  if (known?.field === field) return known;
  const evaluation: Evaluation = {
    compilation,
    source: layer.document.source,
    address: isOwn ? resource.address : undefined,
    diagnostics: [],
    through: [],
    path: [name],
    dependsOnEnvironment: false,
    variableAt: undefined,
  };
  const value = evaluate(evaluation, field, layer.node);
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
