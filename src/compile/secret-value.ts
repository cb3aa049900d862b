import type { Field } from '../kinds/field.ts';
import type { ScalarNode } from '../model/document.ts';
import { Secret, SecretReference } from '../model/secret.ts';
import type { Path, Value } from '../model/value.ts';
import { report, type Evaluation } from './evaluation.ts';
import type { Meaning } from './read-text.ts';

type SecretMeaning = Extract<Meaning, { type: 'secret' }>;

/** A text with a secret in it as a reference, where it may stand (DESIGN 2); elsewhere the text as it is written. */
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
    report(evaluation, 'secret-reference-place', at, message, {
      help: 'put the whole value into the secret',
    });
    return new SecretReference(parts);
  }
  if (field?.type === 'string' && field.form === 'header-value') return new SecretReference(parts);
  const help =
    'a secret may stand in a secret field, in a header value, and inside a traffic policy that is written as a mapping';
  report(evaluation, 'secret-reference-place', at, `\`$(secret:${first.name})\` cannot stand here`, { help });
  return String(node.value);
}

/** What a secret field holds is never a text: a literal one is refused by the linter, and must not be shown or kept. */
export function hidden(field: Field | undefined, text: string): string | Secret {
  return field?.secret === true ? new Secret(text) : text;
}
