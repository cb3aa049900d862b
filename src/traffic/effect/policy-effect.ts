import { isTree } from '../../derive/forms/tree.ts';
import { guardsOf } from '../../derive/policy/policy-guards.ts';
import { parsePolicy } from '../../derive/policy/traffic-policy.ts';
import { SecretReference } from '../../model/secret.ts';
import type { Spec } from '../../model/value.ts';
import type { Effect } from './asked.ts';

/** Rules are counted, not evaluated: some of them answer the request themselves. */
export function policyEffect({ value }: Spec): Effect {
  if (value === undefined || value === '') return { does: 'idle', fact: { code: 'no-rules' } };
  const text = value instanceof SecretReference ? value.template : value;
  const parsed = typeof text === 'string' ? parsePolicy(text) : undefined;
  if (parsed === undefined) return { does: 'acts', fact: { code: 'rules-secret' } };
  if ('problem' in parsed || !isTree(parsed.tree))
    return { does: 'acts', fact: { code: 'rules-unreadable' } };
  const phases = Object.entries(parsed.tree).map(
    ([phase, rules]) => [phase, Array.isArray(rules) ? rules.length : 1] as const,
  );
  if (phases.length === 0) return { does: 'idle', fact: { code: 'no-rules' } };
  const guards = [...new Set(guardsOf({ traffic_policy: value }).map(({ type }) => type))];
  return { does: guards.length === 0 ? 'acts' : 'guards', fact: { code: 'rules', phases, guards } };
}
