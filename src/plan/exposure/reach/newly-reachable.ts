import type { SpecChange } from '../../compare/spec-change.ts';
import { compareValues } from '../../../derive/compare/compare-values.ts';
import { activeModule, enabledModule } from '../../../derive/module-state.ts';
import { isPolicyUnreadable } from '../../../derive/policy/policy-guards.ts';
import { kinds } from '../../../kinds/index.ts';
import type { ExposureLoss, OpenedProtection } from '../../../model/facts/exposure.ts';
import type { Value } from '../../../model/value.ts';
import { defaultPorts } from '../../../derive/forms/endpoint-url.ts';
import { reachCovers } from '../../../routing/upstreams.ts';
import { mayAnswer } from '../../../routing/traffic-server.ts';
import { listenerCovers } from '../../../routing/listener.ts';
import { itemsOf } from '../access/widened.ts';
import { listenerAt } from '../../../derive/forms/listener-url.ts';
import { bindingsOf, isPublic } from '../../../routing/bindings.ts';

/** Requests that reach an object and did not before; an exposure if the object has no protection of its own. */
export function newlyReachable(change: SpecChange, isProtected: boolean): readonly ExposureLoss[] {
  const { kind, before, after } = change;
  const reasons = [...moreBindings(change)];
  if (isProtected) return reasons;
  const protection: OpenedProtection = isPolicyUnreadable(after) ? 'unreadable' : 'none';
  if (activeModule(after, 'backend') !== undefined && enabledModule(before, 'backend') === undefined) {
    reasons.push({ code: 'backend-on', protection });
  }
  if (!mayAnswer({ kind, spec: after }) || isWithin(change)) return reasons;
  for (const field of ['url', 'match', 'match_type']) {
    const [fieldBefore, fieldAfter] = [before[field], after[field]];
    if (fieldBefore === undefined) continue;
    if (compareValues(kinds[kind].fields[field], fieldBefore, fieldAfter, () => undefined) === 'same')
      continue;
    reasons.push({
      code: 'moved',
      path: field,
      ...side('from', fieldBefore),
      ...side('to', fieldAfter),
      protection,
    });
  }
  return reasons;
}

/** Whether an object is reached by no more requests than before, or by those of the same place, now encrypted. */
function isWithin({ kind, before, after }: SpecChange): boolean {
  if (reachCovers(kind, before, after)) return true;
  if (kind !== 'endpoint') return false;
  if (!isPublic(after)) return true;
  const [listenerBefore, listenerAfter] = [before['url'], after['url']].map((url) =>
    typeof url === 'string' ? listenerAt(url) : undefined,
  );
  if (listenerBefore?.scheme !== 'http' || listenerAfter?.scheme !== 'https') return false;
  const port = listenerBefore.port === defaultPorts['http'] ? defaultPorts['https'] : listenerBefore.port;
  return port !== undefined && listenerCovers({ ...listenerBefore, scheme: 'https', port }, listenerAfter);
}

/** Bindings added to an endpoint. A public endpoint is reachable from everywhere already. */
function moreBindings({ kind, before, after }: SpecChange): readonly ExposureLoss[] {
  if (kind !== 'endpoint' || isPublic(before)) return [];
  const [bindingsBefore, bindingsAfter] = [bindingsOf(before), itemsOf(after['bindings'])];
  if (bindingsAfter.length === 0) return [{ code: 'bindings-emptied' }];
  return bindingsAfter
    .filter((binding) => !bindingsBefore.includes(binding))
    .map((binding) => ({ code: 'list-extended', path: 'bindings', items: [binding] }));
}

function side<Name extends string>(
  name: Name,
  value: Value | undefined,
): { readonly [key in Name]?: string } {
  return (typeof value === 'string' ? { [name]: value } : {}) as { readonly [key in Name]?: string };
}
