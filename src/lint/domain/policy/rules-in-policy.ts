import { isJsonMap } from '../../../text/json/json-access.ts';
import { rememberLast } from '../../../text/remember-last.ts';
import type { Json, Path } from '../../../model/value.ts';

/** A rule of a traffic policy, with its phase and its index in it. */
interface PolicyRule {
  readonly phase: string;
  readonly index: number;
  readonly rule: Json;
}

/** All rules of a traffic policy. */
export const policyRules = rememberLast((tree: Json): readonly PolicyRule[] => {
  const found: PolicyRule[] = [];
  if (!isJsonMap(tree)) return found;
  for (const phase in tree) {
    const rules = tree[phase];
    if (!Array.isArray(rules)) continue;
    for (let index = 0; index < rules.length; index++)
      found.push({ phase, index, rule: (rules as readonly Json[])[index] ?? null });
  }
  return found;
});

/** An action of a traffic policy, with the path to it. */
interface TypedAction {
  readonly type: string;
  readonly config: Json | undefined;
  readonly inside: Path;
}

/** All actions of a traffic policy that have a type. */
export const typedActions = rememberLast((tree: Json): readonly TypedAction[] => {
  const found: TypedAction[] = [];
  for (const { phase, index, rule } of policyRules(tree)) {
    const actions = isJsonMap(rule) ? rule['actions'] : undefined;
    if (!Array.isArray(actions)) continue;
    for (let at = 0; at < actions.length; at++) {
      const action = (actions as readonly Json[])[at];
      if (isJsonMap(action) && typeof action['type'] === 'string')
        found.push({
          type: action['type'],
          config: action['config'],
          inside: [phase, index, 'actions', at],
        });
    }
  }
  return found;
});
