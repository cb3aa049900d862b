import { quoted } from '../derive/problem.ts';
import { parsePolicy } from '../derive/traffic-policy.ts';
import type { Spec } from '../model/value.ts';
import type { Effect } from './asked.ts';
import { isTree } from './holder.ts';

/** Rules are counted, not run: what they do is theirs, and some of them answer the request themselves. */
export function policyEffect({ value }: Spec): Effect {
  if (value === undefined || value === '') return { does: 'idle', text: 'has no rules' };
  const parsed = typeof value === 'string' ? parsePolicy(value) : undefined;
  if (parsed === undefined)
    return { does: 'acts', text: 'runs rules that hold a secret, and may answer itself' };
  if ('problem' in parsed || !isTree(parsed.tree)) {
    return { does: 'acts', text: 'runs rules that cannot be read here, and may answer itself' };
  }
  const phases = Object.entries(parsed.tree).map(
    ([phase, rules]) => `${Array.isArray(rules) ? rules.length : 1} ${quoted(phase)}`,
  );
  if (phases.length === 0) return { does: 'idle', text: 'has no rules' };
  return { does: 'acts', text: `runs rules (${phases.join(', ')}), and may answer itself` };
}
