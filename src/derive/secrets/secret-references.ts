import type { PlannedRequest } from '../../model/plan/planned-request.ts';
import { SecretReference } from '../../model/secret-reference.ts';
import type { Path, Value } from '../../model/value.ts';
import { quoted } from '../../text/quoted.ts';

export function eachSecretReference(
  value: Value,
  visit: (reference: SecretReference, path: Path) => void,
  path: Path = [],
): void {
  if (value instanceof SecretReference) visit(value, path);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value))
      eachSecretReference(item as Value, visit, [...path, key]);
}

export function sentSecretNames(requests: readonly Pick<PlannedRequest, 'body'>[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { body = {} } of requests)
    eachSecretReference(body, (reference) => reference.names.forEach((name) => names.add(name)));
  return names;
}

const shell = String.raw`\$\{\{?\s*(?:secrets\.|env\.)?(\w+)\s*\}?\}`;
const template = String.raw`\{\{-?\s*[$.]?(?:[\w-]+\.)*([\w-]+)\s*-?\}\}`;
const percent = String.raw`%(\w+)%`;
const expression = String.raw`\$\(\s*(?:secrets?\s*[:.])?\s*([\w-]+)\s*\)`;
const store = String.raw`(?:vault|op|ssm|sops|secretsmanager):(?:\/\/)?(?:[\w.-]+[/#])+([\w.-]+)`;
const reference = new RegExp(`^(?:${shell}|${template}|${percent}|${expression}|${store})$`);

/**
 * The name in a reference to a secret as other tools write it: `${NAME}`, `${{ secrets.NAME }}`, `{{ .name }}`,
 * `%NAME%`, `$(secrets:NAME)`, `vault:path#name`. It is not a secret itself, so it is shown.
 */
export function foreignSecretName(text: string): string | undefined {
  // One form matches, so one group has a name.
  return reference.exec(text.trim())?.slice(1).join('');
}

/** The message for such a reference. */
export function foreignReferenceWords(text: string): string {
  return `${quoted(text)} is a reference of another tool: it is sent as literal text`;
}
