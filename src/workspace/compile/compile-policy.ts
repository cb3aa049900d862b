/**
 * Converts a traffic policy written as a mapping to its JSON text. Only this form can contain secrets: the whole text
 * becomes a reference in which the secret's value is escaped for a JSON string.
 */
import { reportAt, spend, type Evaluation } from './evaluation.ts';
import { meaningOfText, type NodeText, type SecretMeaning } from './text-meaning.ts';
import { isInAddress, secretsIn } from '../../derive/secrets/secret-patterns.ts';
import type { Field } from '../../kinds/field.ts';
import type { DocumentNode, MapNode, ScalarNode } from '../../model/document.ts';
import { dotted } from '../../text/dotted-path.ts';
import { asCode } from '../../text/quoted.ts';
import { Secret } from '../../model/secret.ts';
import type { Value } from '../../model/value.ts';
import { hasExpression } from '../syntax.ts';
import { SecretReference, type SecretPart } from '../../model/secret-reference.ts';

export function evaluatedPolicy(evaluation: Evaluation, node: MapNode): string | SecretReference {
  const parts: SecretPart[] = [];
  write(evaluation, node, parts);
  const merged = mergeTexts(parts);
  const [only = ''] = merged;
  return merged.length < 2 && typeof only === 'string' ? only : new SecretReference(merged);
}

function write(evaluation: Evaluation, node: DocumentNode, out: SecretPart[]): void {
  if (node.type === 'scalar') {
    writeScalar(evaluation, node, out);
    return;
  }
  const isMap = node.type === 'map';
  let separator = isMap ? '{' : '[';
  const children = isMap ? node.entries : node.items.map((value) => ({ key: undefined, value }));
  for (const [index, { key, value }] of children.entries()) {
    out.push(separator);
    if (key !== undefined) {
      writeText(String(key.value), out);
      out.push(':');
    }
    evaluation.path.push(key === undefined ? index : String(key.value));
    write(evaluation, value, out);
    evaluation.path.pop();
    separator = ',';
  }
  out.push(separator === ',' ? '' : separator, isMap ? '}' : ']');
}

function writeScalar(evaluation: Evaluation, node: ScalarNode, out: SecretPart[]): void {
  const { value } = node;
  const { variableAt } = evaluation;
  const characters = typeof value === 'string' ? value.length : 0;
  if (variableAt !== undefined && !spend(evaluation, variableAt, { values: 1, characters })) out.push('null');
  else if (typeof value === 'bigint') out.push(String(value));
  else if (typeof value === 'number' && !Number.isFinite(value)) {
    const help = 'write a number, or the word in quotes';
    const message = `\`${value}\` has no form in JSON`;
    reportAt(evaluation, { node }, { rule: 'non-finite-number', message, help });
    out.push('null');
  } else if (typeof value === 'string' && variableAt === undefined && hasExpression(value)) {
    writeExpression(evaluation, { node, text: value }, out);
  } else if (typeof value === 'string') writeText(value, out);
  else out.push(JSON.stringify(value));
}

/** Writes a string of the policy; parts that look like secrets are treated as secrets. */
function writeText(text: string, out: SecretPart[]): void {
  const parts = literalParts(text);
  if (parts === undefined) out.push(JSON.stringify(text));
  else writeParts(parts, out);
}

/** Writes a string of the policy in which secrets are. */
function writeParts(parts: readonly SecretPart[], out: SecretPart[]): void {
  out.push('"');
  for (const part of parts)
    out.push(typeof part === 'string' ? JSON.stringify(part).slice(1, -1) : { ...part, as: 'json' });
  out.push('"');
}

function writeExpression(evaluation: Evaluation, { node, text }: NodeText, out: SecretPart[]): void {
  const meaning = meaningOfText(evaluation, { node, text });
  switch (meaning.type) {
    case 'failed':
      writeText(text, out);
      break;
    case 'text':
      writeText(meaning.text, out);
      break;
    case 'variable':
      evaluation.variableAt = node;
      write(evaluation, meaning.variable.node, out);
      evaluation.variableAt = undefined;
      break;
    case 'secret':
      writeParts(meaning.parts, out);
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

/** A text with secrets as a reference if the field allows secrets; otherwise the text as written. */
export function secretValue(
  evaluation: Evaluation,
  field: Field | undefined,
  { node, parts, first }: SecretMeaning,
): Value {
  const rule = 'secret-reference-place';
  if (field?.secret === true) {
    if (parts.length === 1) return new SecretReference(parts);
    const message = 'a secret field takes one `$(secret:NAME)` and nothing around it';
    const help = 'put the whole value into the secret';
    reportAt(evaluation, { node, within: first }, { rule, message, help });
    return new SecretReference(parts);
  }
  if (field?.type === 'string' && field.form === 'header-value') return new SecretReference(parts);
  const help =
    'write the value, or a variable as `$(name)`; only a secret field, a header value and a traffic policy that is a mapping take a secret';
  const message = `${asCode(dotted(evaluation.path))} does not take a secret, found \`$(secret:${first.name})\``;
  reportAt(evaluation, { node, within: first }, { rule, message, help });
  return hidden(field, String(node.value));
}

/** Hides the content of a secret field: lint refuses a literal secret, which must not be printed or stored. */
export function hidden(field: Field | undefined, text: string): string | Secret | SecretReference {
  return field?.secret === true ? new Secret(text) : withLiterals(text);
}

/** Hides the parts of any other text that look like secrets. */
function withLiterals(text: string): string | SecretReference {
  const parts = literalParts(text);
  return parts === undefined ? text : new SecretReference(parts);
}

/** Undefined if there is no secret. The user part of a URL is left to the rules for URLs. */
function literalParts(text: string): readonly SecretPart[] | undefined {
  const found = secretsIn(text).filter((part) => !isInAddress(text, part));
  if (found.length === 0) return undefined;
  const parts: SecretPart[] = [];
  let at = 0;
  for (const { start, end } of found) {
    parts.push(text.slice(at, start), { literal: new Secret(text.slice(start, end)) });
    at = end;
  }
  parts.push(text.slice(at));
  return parts.filter((part) => part !== '');
}
