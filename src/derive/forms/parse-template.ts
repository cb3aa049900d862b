import { masked } from '../../model/secret.ts';
import {
  secretNamesIn,
  SecretReference,
  textAroundSecrets,
  type SecretPart,
} from '../../model/secret-reference.ts';

/** The reference that a template was made from. In a traffic policy, values are inside JSON strings. */
export function parseTemplate(template: string, form: 'policy' | 'text'): SecretReference {
  // A masked part cannot be sent: the reference requires a secret that no name resolves.
  if (template.includes(masked)) return new SecretReference([{ secret: 'written in a file' }]);
  const names = secretNamesIn(template);
  const parts = textAroundSecrets(template).flatMap((text, at): readonly SecretPart[] => {
    const secret = names[at];
    if (secret === undefined) return [text];
    return [text, form === 'policy' ? { secret, as: 'json' } : { secret }];
  });
  return new SecretReference(parts.filter((part) => part !== ''));
}
