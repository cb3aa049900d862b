import { isKeeping, stopsOf } from '../../../derive/policy/policy-guards.ts';
import { actionOf } from '../../../kinds/policy/index.ts';
import { actionsIn, type PolicyAction } from '../../../derive/policy/policy-actions.ts';
import { isSameButForSecrets } from '../../../derive/compare/same-but-for-secrets.ts';
import type { ExposureLoss } from '../../../model/facts/exposure.ts';
import type { Spec } from '../../../model/value.ts';
import { forwardsOf } from '../../../routing/policy-forwards.ts';
import { forwardTarget } from '../../../routing/upstreams.ts';
import { newActions } from './new-actions.ts';

/**
 * Changes to the internal endpoints that a policy forwards requests to: with a different target, other services receive
 * them. If the policy forwarded no requests before, the change is like enabling a backend.
 */
export function otherForwards(before: Spec, after: Spec, isProtected: boolean): readonly ExposureLoss[] {
  const [old = [], now = []] = [before, after].map((spec) => forwardsOf(spec).map(({ action }) => action));
  const opened = newActions(old, now, (is, was) => forwardTarget(is) === forwardTarget(was));
  if (opened.length === 0) return [];
  const hadAny = old.length > 0;
  if (!hadAny && isProtected) return [];
  const targets = [...new Set(opened.map(forwardTarget))];
  return [{ code: 'forwards', targets, how: hadAny ? 'also' : 'first' }];
}

/** Whether a new rewrite may reach a blocked path from a path that is allowed. */
export function rewrittenPaths(before: Spec, after: Spec): readonly ExposureLoss[] {
  const isAboutPaths = stopsOf(before).stops.some(
    (stop) => isKeeping(stop) && stop.expressions.some((one) => /\b(?:url|uri|path)\b/i.test(one)),
  );
  if (!isAboutPaths) return [];
  const isAlike = (now: PolicyAction, was: PolicyAction): boolean =>
    isSameButForSecrets(now.config, was.config);
  const [old = [], now = []] = [before, after].map((spec) =>
    actionsIn(spec).filter(({ type }) => actionOf(type)?.changes === 'url'),
  );
  return newActions(old, now, isAlike).length === 0 ? [] : [{ code: 'rewrites-paths' }];
}
