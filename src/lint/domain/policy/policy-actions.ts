import { isJsonMap } from '../../../text/json-access.ts';
import type { Json, Path } from '../../../model/value.ts';
import type { Subject } from '../../rule.ts';
import { policyOf } from './policy-of.ts';
import { policyRules } from './policy-rules.ts';

/** An action of a traffic policy that has a configuration, and the way to that. */
export interface ConfiguredAction {
  readonly type: string;
  readonly config: Readonly<Record<string, Json>>;
  /** Where the policy is in the spec. */
  readonly path: Path;
  readonly inside: Path;
}

/** The configured actions of the policy of a resource, as far as it can be read; switched off or not. */
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
