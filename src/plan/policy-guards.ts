/** A plan that is silent about a `deny` that goes would be silent about the only protection that an endpoint had. */
import { guardsOf, refusing, stopsOf, type Guard } from '../derive/policy-guards.ts';
import { isSameButForSecrets } from '../derive/same-but-for-secrets.ts';
import type { Spec } from '../model/value.ts';

/** A sentence for each guard that after the change keeps out less, or other people. */
export function weakenedGuards(before: Spec, after: Spec): readonly string[] {
  const old = guardsOf(before);
  if (old.length === 0) return [];
  const now = stopsOf(after);
  const lost = old.filter((guard) => !now.some((other) => covers(other, guard)));
  return [...new Set(lost.map((guard) => sentenceFor(guard, now)))];
}

/** Each expression more is a condition more, and lets more requests by. */
function covers(now: Guard, before: Guard): boolean {
  return (
    now.phase === before.phase &&
    (now.type === before.type || (refusing.includes(now.type) && refusing.includes(before.type))) &&
    now.expressions.every((one) => before.expressions.some((known) => isSameButForSecrets(known, one))) &&
    isSameButForSecrets(now.config, before.config) &&
    now.handedOn.every((more) => before.handedOn.some((known) => known.every((one) => more.includes(one))))
  );
}

function sentenceFor({ phase, type }: Guard, now: readonly Guard[]): string {
  const isStillThere = now.some((guard) => guard.phase === phase && guard.type === type);
  return isStillThere
    ? `\`traffic_policy\` changes what \`${type}\` in \`${phase}\` keeps out (our model)`
    : `\`traffic_policy\` no longer has \`${type}\` in \`${phase}\` (our model)`;
}
