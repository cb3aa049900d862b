import { quoted } from '../../model/problem.ts';
import type { Spec } from '../../model/value.ts';
import type { Asked, Effect } from './asked.ts';
import { textsOf } from '../../domain/holder.ts';

/**
 * The API gives the filter no meaning, and what wins where both lists match is said nowhere: then we say so. A
 * list of what may pass that does not match, or one of what may not that does, keeps the request out (our model).
 */
export function userAgentEffect({ allow, deny }: Spec, { request, matches }: Asked): Effect {
  const agent = request.headers.get('user-agent');
  if (agent === undefined) {
    return { does: 'guards', text: 'looks at the user agent (ask with --header "user-agent: …")' };
  }
  const find = (patterns: readonly string[]): string | undefined =>
    patterns.find((pattern) => matches(pattern, agent) === true);
  const [allowed, denied] = [find(textsOf(allow)), find(textsOf(deny))];
  if (allowed !== undefined && denied !== undefined) {
    const both = `${quoted(allowed)} of \`allow\` and ${quoted(denied)} of \`deny\` match`;
    return { does: 'guards', text: `${both}: which one wins is not documented` };
  }
  if (denied !== undefined)
    return { does: 'guards', text: `refuses it: ${quoted(denied)} of \`deny\` matches` };
  if (allowed !== undefined)
    return { does: 'guards', text: `lets it pass: ${quoted(allowed)} of \`allow\` matches` };
  return textsOf(allow).length > 0
    ? { does: 'guards', text: 'refuses it: nothing of `allow` matches' }
    : { does: 'guards', text: 'lets it pass: nothing of `deny` matches' };
}
