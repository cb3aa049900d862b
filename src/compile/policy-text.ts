/**
 * Converts a traffic policy written as a mapping to its JSON text. Only this form can contain secrets: the whole text
 * becomes a reference in which the secret's value is escaped for a JSON string.
 */
import type { DocumentNode, MapNode, ScalarNode } from '../model/document.ts';
import { SecretReference, type SecretPart } from '../model/secret.ts';
import type { Path } from '../model/value.ts';
import { hasExpression } from '../workspace/syntax.ts';
import { reportAt, spend, type Evaluation } from './evaluation.ts';
import { readText } from './read-text.ts';
import { literalParts } from './secret-value.ts';

export function evaluatedPolicy(evaluation: Evaluation, node: MapNode, path: Path): string | SecretReference {
  const parts: SecretPart[] = [];
  write(evaluation, node, path, parts);
  const merged = mergeTexts(parts);
  const [only = ''] = merged;
  return merged.length < 2 && typeof only === 'string' ? only : new SecretReference(merged);
}

function write(evaluation: Evaluation, node: DocumentNode, path: Path, out: SecretPart[]): void {
  if (node.type === 'scalar') {
    writeScalar(evaluation, node, path, out);
    return;
  }
  const isMap = node.type === 'map';
  let separator = isMap ? '{' : '[';
  for (const { key, value } of isMap
    ? node.entries
    : node.items.map((value) => ({ key: undefined, value }))) {
    out.push(separator);
    if (key !== undefined) {
      writeText(String(key.value), out);
      out.push(':');
    }
    write(evaluation, value, path, out);
    separator = ',';
  }
  out.push(separator === ',' ? '' : separator, isMap ? '}' : ']');
}

function writeScalar(evaluation: Evaluation, node: ScalarNode, path: Path, out: SecretPart[]): void {
  const { value } = node;
  const { variableAt } = evaluation;
  const characters = typeof value === 'string' ? value.length : 0;
  if (variableAt !== undefined && !spend(evaluation, variableAt, path, { values: 1, characters }))
    out.push('null');
  else if (typeof value === 'bigint') out.push(String(value));
  else if (typeof value === 'number' && !Number.isFinite(value)) {
    const help = 'write a number, or the word in quotes';
    reportAt(evaluation, 'non-finite-number', { node, path }, `\`${value}\` has no form in JSON`, { help });
    out.push('null');
  } else if (typeof value === 'string' && variableAt === undefined && hasExpression(value)) {
    writeExpression(evaluation, node, value, path, out);
  } else if (typeof value === 'string') writeText(value, out);
  else out.push(JSON.stringify(value));
}

/** Writes a string of the policy; parts that look like secrets are treated as secrets. */
function writeText(text: string, out: SecretPart[]): void {
  const parts = literalParts(text, 'json');
  if (parts === undefined) {
    out.push(JSON.stringify(text));
    return;
  }
  const inJson = parts.map((part) => (typeof part === 'string' ? JSON.stringify(part).slice(1, -1) : part));
  out.push('"', ...inJson, '"');
}

function writeExpression(
  evaluation: Evaluation,
  node: ScalarNode,
  text: string,
  path: Path,
  out: SecretPart[],
): void {
  const meaning = readText(evaluation, node, text, path);
  switch (meaning.type) {
    case 'failed':
      writeText(text, out);
      break;
    case 'text':
      writeText(meaning.text, out);
      break;
    case 'variable':
      evaluation.variableAt = node;
      write(evaluation, meaning.variable.node, path, out);
      evaluation.variableAt = undefined;
      break;
    case 'secret':
      out.push('"');
      for (const part of meaning.parts) {
        out.push(typeof part === 'string' ? JSON.stringify(part).slice(1, -1) : { ...part, as: 'json' });
      }
      out.push('"');
  }
}

function mergeTexts(parts: readonly SecretPart[]): readonly SecretPart[] {
  const merged: SecretPart[] = [];
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else {
      merged.push(text, part);
      text = '';
    }
  }
  merged.push(text);
  return merged.filter((part) => part !== '');
}
