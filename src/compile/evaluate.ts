/**
 * Evaluates a node as a field of the kind tables: expressions replaced, id names resolved, secrets as references,
 * traffic policies as JSON text. Failures are reported and leave the text as written, so that no value seems to be
 * missing. A value of the wrong type is unchanged: the shape check reports it at the same place.
 */
import { fieldsOf, itemField } from '../derive/forms/fields.ts';
import type { Field } from '../kinds/field.ts';
import type { DocumentNode, MapNode, ScalarNode } from '../model/document.ts';
import type { Path, Value } from '../model/value.ts';
import { hasExpression } from '../workspace/syntax.ts';
import { spend, type Evaluation } from './evaluation.ts';
import { evaluatedPolicy } from './policy-text.ts';
import { readText } from './read-text.ts';
import { resolveId } from './resolve-id.ts';
import { hidden, secretValue } from './secret-value.ts';

type MutablePath = (string | number)[];

/** The prototype of maps with keys of any name. An object without any takes five times the memory. */
const empty = Object.freeze(Object.create(null) as object);

/** Undefined for a null: nothing is sent. `path` changes with the walk; what keeps it copies it. */
export function evaluate(
  evaluation: Evaluation,
  field: Field | undefined,
  node: DocumentNode,
  path: MutablePath,
): Value | undefined {
  switch (node.type) {
    case 'map': {
      const isPolicy = field?.type === 'string' && field.form === 'traffic-policy';
      return isPolicy ? evaluatedPolicy(evaluation, node, path) : evaluateMap(evaluation, field, node, path);
    }
    case 'list': {
      const item = field?.type === 'list' ? itemField(field) : undefined;
      return node.items.map((each, index) => {
        path.push(index);
        const value = evaluate(evaluation, item, each, path);
        path.pop();
        // A null in a list stays, since dropping it would shift the following items.
        return value ?? null;
      });
    }
    case 'scalar':
      return evaluateScalar(evaluation, field, node, path);
  }
}

function evaluateMap(
  evaluation: Evaluation,
  field: Field | undefined,
  node: MapNode,
  path: MutablePath,
): Value {
  const inner = field === undefined ? undefined : fieldsOf(field);
  const item = field?.type === 'map' ? itemField(field) : undefined;
  // Field names of the tables are safe keys for a plain object, which is smaller and faster; other keys are not.
  const isSafe = inner !== undefined && node.entries.every(({ key }) => Object.hasOwn(inner, keyText(key)));
  const values = (isSafe ? {} : Object.create(empty)) as Record<string, Value>;
  for (const { key, value } of node.entries) {
    const name = keyText(key);
    const child = inner === undefined ? item : Object.hasOwn(inner, name) ? inner[name] : undefined;
    const isOfVariable = evaluation.variableAt !== undefined;
    if (child?.readOnly === true && !isOfVariable) continue;
    path.push(name);
    const evaluated = evaluate(evaluation, child, value, path);
    path.pop();
    if (evaluated !== undefined) values[name] = evaluated;
    // The shape check reports a null in the file itself; one from a variable is visible only in the value.
    else if (isOfVariable) values[name] = null;
  }
  return values;
}

function keyText({ value }: ScalarNode): string {
  return typeof value === 'string' ? value : String(value);
}

function evaluateScalar(
  evaluation: Evaluation,
  field: Field | undefined,
  node: ScalarNode,
  path: MutablePath,
): Value | undefined {
  const { value } = node;
  if (evaluation.variableAt !== undefined && !spend(evaluation, evaluation.variableAt, path, { values: 1 }))
    return undefined;
  if (value === null) return field?.type === 'string' && field.nullable === true ? null : undefined;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string') return value;
  if (evaluation.variableAt === undefined && hasExpression(value))
    return evaluateText(evaluation, field, node, value, path);
  return finished(evaluation, field, node, value, path);
}

function evaluateText(
  evaluation: Evaluation,
  field: Field | undefined,
  node: ScalarNode,
  text: string,
  path: MutablePath,
): Value | undefined {
  const meaning = readText(evaluation, node, text, path);
  switch (meaning.type) {
    case 'failed':
      return hidden(field, text);
    case 'text':
      return finished(evaluation, field, node, meaning.text, path);
    case 'secret':
      return secretValue(evaluation, field, node, meaning, path);
    case 'variable': {
      evaluation.variableAt = node;
      const value = evaluate(evaluation, field, meaning.variable.node, path);
      evaluation.variableAt = undefined;
      return value;
    }
  }
}

function finished(
  evaluation: Evaluation,
  field: Field | undefined,
  node: ScalarNode,
  text: string,
  path: Path,
): Value {
  return hidden(field, resolveId(evaluation, field, node, text, path));
}
