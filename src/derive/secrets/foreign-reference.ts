import { quoted } from '../../model/problem.ts';

const shell = String.raw`\$\{\{?\s*(?:secrets\.|env\.)?(\w+)\s*\}?\}`;
const template = String.raw`\{\{-?\s*[$.]?(?:[\w-]+\.)*([\w-]+)\s*-?\}\}`;
const percent = String.raw`%(\w+)%`;
const expression = String.raw`\$\(\s*(?:secrets?\s*[:.])?\s*([\w-]+)\s*\)`;
const store = String.raw`(?:vault|op|ssm|sops|secretsmanager):(?:\/\/)?(?:[\w.-]+[/#])+([\w.-]+)`;
const reference = new RegExp(`^(?:${shell}|${template}|${percent}|${expression}|${store})$`);

/**
 * The name in a reference to a secret as other tools write it: `${NAME}`, `${{ secrets.NAME }}`, `{{ .name }}`, `%NAME%`,
 * `$(secrets:NAME)`, `vault:path#name`. It is not a secret itself, so it is shown.
 */
export function foreignSecretName(text: string): string | undefined {
  // One form matches, so one group has a name.
  return reference.exec(text.trim())?.slice(1).join('');
}

/** The message for such a reference. */
export function foreignReferenceWords(text: string): string {
  return `${quoted(text)} is a reference of another tool: it is sent as literal text`;
}
