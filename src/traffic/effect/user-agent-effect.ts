import type { EffectFact } from '../../model/facts/trace.ts';
import type { Spec } from '../../model/value.ts';
import type { Asked, Effect } from './asked.ts';
import { textsOf } from '../../domain/holder.ts';

/**
 * The API gives the filter no meaning, and what wins where both lists match is said nowhere: then we say so. A
 * list of what may pass that does not match, or one of what may not that does, keeps the request out (our model).
 */
export function userAgentEffect({ allow, deny }: Spec, asked: Asked): Effect {
  return { does: 'guards', fact: agentFact(textsOf(allow), textsOf(deny), asked) };
}

function agentFact(
  allow: readonly string[],
  deny: readonly string[],
  { request, matches }: Asked,
): EffectFact {
  const agent = request.headers.get('user-agent');
  if (agent === undefined) return { code: 'agent-unknown' };
  const find = (patterns: readonly string[]): string | undefined =>
    patterns.find((pattern) => matches(pattern, agent) === true);
  const [allowed, denied] = [find(allow), find(deny)];
  if (allowed !== undefined && denied !== undefined) return { code: 'agent-both', allowed, denied };
  if (denied !== undefined) return { code: 'agent-denied', pattern: denied };
  if (allowed !== undefined) return { code: 'agent-allowed', pattern: allowed };
  return { code: allow.length > 0 ? 'agent-not-allowed' : 'agent-not-denied' };
}
