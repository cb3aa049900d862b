import { SecretReference } from '../../../model/secret.ts';
import type { Subject } from '../../rule.ts';
import type { At } from '../../rule.ts';
import { writtenPolicyOf } from '../policy/traffic-mistakes.ts';
import { stringsIn } from '../policy/policy-strings.ts';
import { eachText } from '../specs/each-text.ts';

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
    if (!isPolicy || 'problem' in policy.parsed) {
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
