import { isJsonMap } from '../../../text/json-access.ts';
import type { Json, Path } from '../../../model/value.ts';
import type { Subject } from '../../rule.ts';
import { policyOf } from './policy-of.ts';
import { policyRules } from './policy-rules.ts';

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
export function configuredActions(subject: Subject): readonly ConfiguredAction[] {
  const policy = policyOf(subject);
  if (policy === undefined || 'problem' in policy.parsed) return [];
  const { path } = policy;
  return policyRules(policy.parsed.tree).flatMap(({ phase, index, rule }) => {
    const actions = isJsonMap(rule) ? rule['actions'] : undefined;
    if (!Array.isArray(actions)) return [];
    return (actions as readonly Json[]).flatMap((action, at): ConfiguredAction[] => {
      if (!isJsonMap(action) || typeof action['type'] !== 'string') return [];
      const config = action['config'];
      const inside = [phase, index, 'actions', at, 'config'];
      return isJsonMap(config) ? [{ type: action['type'], config, path, inside }] : [];
    });
  });
}
