/**
 * A traffic policy that is written as a mapping becomes its JSON text. Only here can a variable or a secret stand inside
 * a policy: strings are evaluated as everywhere, and a secret makes the whole text a reference in which the secret's
 * value is escaped for the JSON string it stands in.
 */
import { problem } from '../derive/problem.ts';
import type { DocumentNode, MapNode, ScalarNode } from '../model/document.ts';
import { SecretReference, type SecretPart } from '../model/secret.ts';
import type { Path, Value } from '../model/value.ts';
import { hasExpression, parseExpression } from '../workspace/syntax.ts';
import { reportUnlisted } from './evaluate-text.ts';
import { placeIn, type Evaluation } from './evaluate.ts';
import { variableText, wholeVariable } from './variable.ts';

export function policyText(
  evaluation: Evaluation,
  node: MapNode,
  path: Path,
): string | SecretReference | undefined {
  const before = evaluation.diagnostics.length;
  const parts: SecretPart[] = [];
  write(evaluation, node, path, parts);
  const isWrong = evaluation.diagnostics.slice(before).some(({ severity }) => severity === 'error');
  if (isWrong) return undefined;
  const merged = mergeTexts(parts);
  const [only] = merged;
  return merged.length === 1 && typeof only === 'string' ? only : new SecretReference(merged);
}

function write(evaluation: Evaluation, node: DocumentNode, path: Path, out: SecretPart[]): void {
  if (node.type === 'map') {
    out.push('{');
    for (const [index, { key, value }] of node.entries.entries()) {
      out.push(`${index === 0 ? '' : ','}${JSON.stringify(String(key.value))}:`);
      write(evaluation, value, [...path, String(key.value)], out);
    }
    out.push('}');
    return;
  }
  if (node.type === 'list') {
    out.push('[');
    for (const [index, item] of node.items.entries()) {
      if (index > 0) out.push(',');
      write(evaluation, item, [...path, index], out);
    }
    out.push(']');
    return;
  }
  writeScalar(evaluation, node, path, out);
}

function writeScalar(evaluation: Evaluation, node: ScalarNode, path: Path, out: SecretPart[]): void {
  const { value } = node;
  if (typeof value === 'bigint') out.push(String(value));
  else if (typeof value === 'number' && !Number.isFinite(value)) {
    const message = `\`${String(value)}\` has no form in JSON`;
    evaluation.diagnostics.push(
      problem('non-finite-number', placeIn(evaluation, node), message, { address: evaluation.address }),
    );
  } else if (typeof value !== 'string' || !hasExpression(value)) out.push(JSON.stringify(value));
  else writeExpression(evaluation, node, value, path, out);
}

function writeExpression(
  evaluation: Evaluation,
  node: ScalarNode,
  text: string,
  path: Path,
  out: SecretPart[],
): void {
  const { pieces, problems } = parseExpression(text);
  for (const { rule, message, help, start, end } of problems) {
    evaluation.diagnostics.push(
      problem(rule, placeIn(evaluation, node, { start, end }), message, {
        help,
        address: evaluation.address,
      }),
    );
  }
  const [only] = pieces;
  if (pieces.length === 1 && only?.type === 'variable') {
    out.push(JSON.stringify(json(wholeVariable(evaluation, undefined, node, only, path))));
    return;
  }
  out.push('"');
  for (const piece of pieces) {
    if (piece.type === 'text') out.push(inString(piece.text));
    else if (piece.type === 'variable') out.push(inString(variableText(evaluation, node, piece, path) ?? ''));
    else if (piece.type === 'secret') {
      reportUnlisted(evaluation, node, piece);
      out.push({ secret: piece.name, as: 'json' });
    } else {
      const message = `\`$(file:${piece.path})\` cannot stand inside a traffic policy`;
      const help = 'give the whole policy as `$(file:path)`, or write it out here';
      evaluation.diagnostics.push(
        problem('expression-syntax', placeIn(evaluation, node, piece), message, {
          help,
          address: evaluation.address,
        }),
      );
    }
  }
  out.push('"');
}

function json(value: Value | undefined): unknown {
  return value ?? null;
}

function inString(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function mergeTexts(parts: readonly SecretPart[]): readonly SecretPart[] {
  const merged: SecretPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (typeof part === 'string' && typeof last === 'string') merged[merged.length - 1] = last + part;
    else merged.push(part);
  }
  return merged;
}
