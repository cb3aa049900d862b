import { isInAddress, secretsIn } from '../../../derive/secrets/secret-patterns.ts';
import type { Place, YamlDocument } from '../../../model/document.ts';
import { SecretReference } from '../../../model/secret-reference.ts';
import type { At, Finding, Subject } from '../../rule.ts';
import { writtenPolicyOf } from '../policy/traffic-mistakes.ts';
import { eachText, stringsIn } from '../specs/each-text.ts';

/** The finding of `secret-in-text`, for source files and for compiled specs. */
export const secretInText = {
  message: 'this text looks like a secret',
  help: 'in a header or a policy, write `$(secret:NAME)` instead; then revoke this one: it is in the history',
  sensitive: true,
} as const;

/**
 * The same for a document's source text, so that secrets in variables, lists, misspelled or dropped fields and comments
 * are found too. A secret that another rule has reported is not reported again.
 */
export function* secretsInDocument({
  source,
  range,
}: YamlDocument): Generator<Finding & { readonly at: { readonly place: Place } }> {
  const text = source.text.slice(range.start, range.end);
  for (const part of secretsIn(text)) {
    if (isInAddress(text, part)) continue;
    yield {
      at: { place: { source, start: range.start + part.start, end: range.start + part.end } },
      ...secretInText,
    };
  }
}

/** A string that refers to secrets, and its place. */
export interface UsedSecret {
  readonly names: readonly string[];
  readonly at: At;
}

/** Every reference to a secret in a resource; those in a policy each at its own string. */
export function usedSecrets(subject: Subject): readonly UsedSecret[] {
  const found: UsedSecret[] = [];
  const policy = writtenPolicyOf(subject);
  eachText(subject.spec, [], (value, path) => {
    if (!(value instanceof SecretReference) || value.names.length === 0) return;
    const isPolicy = path.join('/') === policy?.path.join('/');
    if (!isPolicy || 'mistakes' in policy.parsed) {
      found.push({ names: value.names, at: { path: [...path] } });
      return;
    }
    for (const { text, inside } of stringsIn(policy.parsed.tree, [])) {
      const names = value.names.filter((name) => text.includes(`$(secret:${name})`));
      if (names.length > 0) found.push({ names, at: { path: policy.path, inside } });
    }
  });
  return found;
}
