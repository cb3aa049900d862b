import { isJsonMap } from '../../../text/json/json-access.ts';
import type { Json, Path } from '../../../model/value.ts';
import type { Subject } from '../../rule.ts';
import { policyOf } from './policy-of.ts';
import { typedActions } from './policy-rules.ts';
import { rememberLast } from '../../../text/remember-last.ts';

/** A traffic policy action that has a `config`, and the path to it. */
export interface ConfiguredAction {
  readonly type: string;
  readonly config: Readonly<Record<string, Json>>;
  /** Path of the policy in the spec. */
  readonly path: Path;
  readonly inside: Path;
}

/**
 * The actions with a `config` in a resource's traffic policy, including disabled ones. Empty if the policy cannot be
 * parsed.
 */
export const configuredActions = rememberLast((subject: Subject): readonly ConfiguredAction[] => {
  const policy = policyOf(subject);
  if (policy === undefined || 'problem' in policy.parsed) return [];
  const { path } = policy;
  const found: ConfiguredAction[] = [];
  for (const { type, config, inside } of typedActions(policy.parsed.tree))
    if (isJsonMap(config)) found.push({ type, config, path, inside: [...inside, 'config'] });
  return found;
});
