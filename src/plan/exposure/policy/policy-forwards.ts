import { canonicalString } from '../../../derive/compare/canonical.ts';
import { guardsOf, handing, isKeeping, stopsOf } from '../../../derive/policy/policy-guards.ts';
import { actionsIn, type PolicyAction } from '../../../derive/policy/policy-actions.ts';
import { isSameButForSecrets } from '../../../derive/compare/same-but-for-secrets.ts';
import type { ExposureLoss } from '../../../model/facts/exposure.ts';
import type { Json, Spec } from '../../../model/value.ts';
import { newActions } from './new-actions.ts';

/**
 * Where a policy hands requests on to: another internal service is behind what was meant for the first. Where nothing
 * was handed on before, it is as if a backend were switched on.
 */
export function otherForwards(before: Spec, after: Spec, isProtected: boolean): readonly ExposureLoss[] {
  const opened = newActions(handing, before, after, (now, was) => targetOf(now) === targetOf(was));
  if (opened.length === 0) return [];
  const hadAny = actionsIn(before).some(({ type }) => type === handing);
  if (!hadAny && (isProtected || guardsOf(after).length > 0)) return [];
  const targets = [...new Set(opened.map(targetOf))];
  return [{ code: 'forwards', targets, how: hadAny ? 'also' : 'first' }];
}

/** A path that is refused may be reached by another one that is rewritten to it. */
export function rewrittenPaths(before: Spec, after: Spec): readonly ExposureLoss[] {
  const isAboutPaths = stopsOf(before).some(
    (stop) => isKeeping(stop) && stop.expressions.some((one) => /\b(?:url|uri|path)\b/i.test(one)),
  );
  if (!isAboutPaths) return [];
  const isAlike = (now: PolicyAction, was: PolicyAction): boolean =>
    isSameButForSecrets(now.config, was.config);
  return newActions('url-rewrite', before, after, isAlike).length === 0 ? [] : [{ code: 'rewrites-paths' }];
}

function targetOf({ config }: PolicyAction): string {
  const target =
    typeof config === 'object' && config !== null ? (config as Readonly<Record<string, Json>>)['url'] : '';
  return typeof target === 'string'
    ? canonicalString('endpoint-url', target)
    : JSON.stringify(target ?? null);
}
