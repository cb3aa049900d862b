import type { Field } from '../kinds/field.ts';
import type { ScalarNode } from '../model/document.ts';
import { isInAddress, secretsIn } from '../derive/secrets/secret-patterns.ts';
import { Secret, SecretReference, type SecretPart } from '../model/secret.ts';
import type { Path, Value } from '../model/value.ts';
import { reportAt, type Evaluation } from './evaluation.ts';
import type { Meaning } from './read-text.ts';

type SecretMeaning = Extract<Meaning, { type: 'secret' }>;

/** A text with secrets as a reference if the field allows secrets; otherwise the text as written. */
export function secretValue(
  evaluation: Evaluation,
  field: Field | undefined,
  node: ScalarNode,
  { parts, first }: SecretMeaning,
  path: Path,
): Value {
  const at = { node, within: first, path };
  if (field?.secret === true) {
    if (parts.length === 1) return new SecretReference(parts);
    const message = 'a secret field takes one `$(secret:NAME)` and nothing around it';
    reportAt(evaluation, 'secret-reference-place', at, message, {
      help: 'put the whole value into the secret',
    });
    return new SecretReference(parts);
  }
  if (field?.type === 'string' && field.form === 'header-value') return new SecretReference(parts);
  const help =
    'a secret may be in a secret field, in a header value, and inside a traffic policy that is written as a mapping';
  reportAt(evaluation, 'secret-reference-place', at, `\`$(secret:${first.name})\` cannot stand here`, {
    help,
  });
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
export function literalParts(text: string, as?: 'json'): readonly SecretPart[] | undefined {
  const found = secretsIn(text).filter((part) => !isInAddress(text, part));
  if (found.length === 0) return undefined;
  const parts: SecretPart[] = [];
  let at = 0;
  for (const { start, end } of found) {
    parts.push(text.slice(at, start));
    parts.push({ literal: new Secret(text.slice(start, end)), ...(as === undefined ? {} : { as }) });
    at = end;
  }
  parts.push(text.slice(at));
  return parts.filter((part) => part !== '');
}
