import { compareValues } from '../../../derive/compare/compare-values.ts';
import { activeModule, enabledModule } from '../../../derive/module-state.ts';
import { isPolicyUnreadable } from '../../../derive/policy/policy-guards.ts';
import { endpoint } from '../../../kinds/endpoint.ts';
import { kinds } from '../../../kinds/index.ts';
import type { KindName } from '../../../kinds/kind.ts';
import type { ExposureLoss, OpenedProtection } from '../../../model/facts/exposure.ts';
import type { Spec, Value } from '../../../model/value.ts';
import { matchCovers } from './match-covers.ts';
import { itemsOf } from '../module-value.ts';
import { isUrlWithin } from './url-within.ts';

/** URLs served where there were none, or elsewhere; an exposure if the object has no protection of its own. */
export function newlyReachable(
  kind: KindName,
  before: Spec,
  after: Spec,
  isProtected: boolean,
): readonly ExposureLoss[] {
  const reasons = [...moreBindings(kind, before, after)];
  if (isProtected) return reasons;
  const protection: OpenedProtection = isPolicyUnreadable(after) ? 'unreadable' : 'none';
  if (activeModule(after, 'backend') !== undefined && enabledModule(before, 'backend') === undefined) {
    reasons.push({ code: 'backend-on', protection });
  }
  for (const field of ['url', 'match', 'match_type']) {
    const [was, is] = [before[field], after[field]];
    if (was === undefined || matchCovers(before, after)) continue;
    if (field === 'url' && (!isPublic(after) || isUrlWithin(is, was))) continue;
    if (compareValues(kinds[kind].fields[field], was, is, () => undefined) === 'same') continue;
    reasons.push({ code: 'moved', path: field, ...side('from', was), ...side('to', is), protection });
  }
  return reasons;
}

/** Bindings added to an endpoint. A public endpoint is reachable from everywhere already. */
function moreBindings(kind: KindName, before: Spec, after: Spec): readonly ExposureLoss[] {
  if (kind !== 'endpoint' || isPublic(before)) return [];
  const [was, is] = [bindingsOf(before), itemsOf(after['bindings'])];
  if (is.length === 0) return [{ code: 'bindings-emptied' }];
  return is
    .filter((binding) => !was.includes(binding))
    .map((binding) => ({ code: 'list-extended', path: 'bindings', items: [binding] }));
}

function isPublic(spec: Spec): boolean {
  return bindingsOf(spec).includes('public');
}

/** An empty list is filled in by the service with the observed default. */
function bindingsOf({ bindings }: Spec): readonly string[] {
  const { seen } = endpoint.fields['bindings'] as { readonly seen?: readonly string[] };
  return itemsOf(bindings).length === 0 ? (seen ?? []) : itemsOf(bindings);
}

function side<Name extends string>(
  name: Name,
  value: Value | undefined,
): { readonly [key in Name]?: string } {
  return (typeof value === 'string' ? { [name]: value } : {}) as { readonly [key in Name]?: string };
}
