import type { EffectFact } from '../../model/facts/trace.ts';
import type { Spec } from '../../model/value.ts';
import type { Asked, Effect } from './asked.ts';
import { textsOf } from '../../routing/holder.ts';

/**
 * The effect of the filter on a user agent. Assumed: a request is blocked if an allow list does not match, or if a deny
 * list does. The API does not define which list wins if both match, so that is reported as such.
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
