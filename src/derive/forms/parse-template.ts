import { masked, SecretReference, type SecretPart } from '../../model/secret.ts';

/** The reference that a template was made from. In a traffic policy, values are inside JSON strings. */
export function parseTemplate(template: string, isPolicy: boolean): SecretReference {
  // A masked part cannot be sent: the reference requires a secret that no name resolves.
  if (template.includes(masked)) return new SecretReference([{ secret: 'written in a file' }]);
  const parts: SecretPart[] = [];
  let from = 0;
  for (const match of template.matchAll(/\$\(secret:([A-Z][A-Z0-9_]*)\)/g)) {
    if (match.index > from) parts.push(template.slice(from, match.index));
    const secret = match[1] ?? '';
    parts.push(isPolicy ? { secret, as: 'json' } : { secret });
    from = match.index + match[0].length;
  }
  if (from < template.length) parts.push(template.slice(from));
  return new SecretReference(parts);
}
