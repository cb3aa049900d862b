import { isTree } from '../../derive/forms/tree.ts';
import { guardsOf } from '../../derive/policy/policy-guards.ts';
import { quoted } from '../../model/problem.ts';
import { parsePolicy } from '../../derive/policy/traffic-policy.ts';
import { SecretReference } from '../../model/secret.ts';
import type { Spec } from '../../model/value.ts';
import type { Effect } from './asked.ts';

/** Rules are counted, not run: what they do is theirs, and some of them answer the request themselves. */
export function policyEffect({ value }: Spec): Effect {
  if (value === undefined || value === '') return { does: 'idle', text: 'has no rules' };
  const text = value instanceof SecretReference ? value.template : value;
  const parsed = typeof text === 'string' ? parsePolicy(text) : undefined;
  if (parsed === undefined)
    return { does: 'acts', text: 'runs rules that hold a secret, and may answer itself' };
  if ('problem' in parsed || !isTree(parsed.tree)) {
    return { does: 'acts', text: 'runs rules that cannot be read here, and may answer itself' };
  }
  const phases = Object.entries(parsed.tree).map(
    ([phase, rules]) => `${Array.isArray(rules) ? rules.length : 1} ${quoted(phase)}`,
  );
  if (phases.length === 0) return { does: 'idle', text: 'has no rules' };
  const guards = [...new Set(guardsOf({ traffic_policy: value }).map(({ type }) => quoted(type)))];
  const keeping = guards.length === 0 ? '' : `, keeps requests out (${guards.join(', ')})`;
  return {
    does: guards.length === 0 ? 'acts' : 'guards',
    text: `runs rules (${phases.join(', ')})${keeping}, and may answer itself`,
  };
}
