import type { Field } from '../kinds/field.ts';
import type { KindName } from '../kinds/kind.ts';
import { fieldsOf, itemField } from '../derive/fields.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { DocumentNode, MapNode, Place, YamlDocument } from '../model/document.ts';
import type { Path, Value } from '../model/value.ts';
import type { Address, Environment, Workspace } from '../model/workspace.ts';
import { evaluateText } from './evaluate-text.ts';
import type { Through } from './origin.ts';
import { policyText } from './policy-text.ts';

/** What evaluating the fields of one resource needs, and where it reports. */
export interface Evaluation {
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly kind: KindName;
  /** The document that the node at hand stands in. */
  readonly document: YamlDocument;
  readonly diagnostics: Diagnostic[];
  readonly through: Through[];
  readonly address: Address;
}

/**
 * The value of a node as a field of this kind. Undefined: nothing to send (a null, or a part that was reported). A
 * value of the wrong type is passed on as it is: the shape check says so at the same place.
 */
export function evaluate(
  evaluation: Evaluation,
  field: Field | undefined,
  node: DocumentNode,
  path: Path,
): Value | undefined {
  if (node.type === 'map') {
    const isPolicy = field?.type === 'string' && field.form === 'traffic-policy';
    return isPolicy ? policyText(evaluation, node, path) : evaluateMap(evaluation, field, node, path);
  }
  if (node.type === 'list') {
    const item = field?.type === 'list' ? itemField(field) : undefined;
    return node.items.flatMap((each, index) => {
      const value = evaluate(evaluation, item, each, [...path, index]);
      return value === undefined ? [] : [value];
    });
  }
  const { value } = node;
  if (value === null) return field?.type === 'string' && field.nullable === true ? null : undefined;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string') return value;
  return evaluateText(evaluation, field, node, value, path);
}

function evaluateMap(evaluation: Evaluation, field: Field | undefined, node: MapNode, path: Path): Value {
  const inner = field === undefined ? undefined : fieldsOf(field);
  const item = field?.type === 'map' ? itemField(field) : undefined;
  const values: Record<string, Value> = Object.create(null) as Record<string, Value>;
  for (const { key, value } of node.entries) {
    const name = String(key.value);
    const child = inner === undefined ? item : inner[name];
    if (child?.readOnly === true) continue;
    const evaluated = evaluate(evaluation, child, value, [...path, name]);
    if (evaluated !== undefined) values[name] = evaluated;
  }
  return values;
}

/** The place of a part of a node, for a diagnostic: the use of an alias rather than its anchor. */
export function placeIn(
  { document }: Evaluation,
  node: DocumentNode,
  within?: { start: number; end: number },
): Place {
  const { start, end } = node.alias ?? node;
  const isPlain = node.type === 'scalar' && node.style === 'plain' && node.alias === undefined;
  // Only of a plain one-line scalar is the text also the source, letter by letter.
  if (within !== undefined && isPlain && end - start >= within.end) {
    return { source: document.source, start: start + within.start, end: start + within.end };
  }
  const isQuoted =
    node.type === 'scalar' &&
    (node.style === 'double' || node.style === 'single') &&
    node.alias === undefined;
  if (
    within !== undefined &&
    isQuoted &&
    typeof node.value === 'string' &&
    end - start === node.value.length + 2
  ) {
    return { source: document.source, start: start + 1 + within.start, end: start + 1 + within.end };
  }
  return { source: document.source, start, end };
}
