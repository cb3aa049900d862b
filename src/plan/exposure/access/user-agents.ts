import { isTree } from '../../../derive/forms/tree.ts';
import type { ExposureLoss } from '../../../model/facts/exposure.ts';
import type { Spec, Value } from '../../../model/value.ts';
import { itemsOf } from '../module-value.ts';
import { addedTo, widenedList } from './widened-list.ts';

const path = 'user_agent_filter';

/** The filter has no stated default, so only one with `enabled: true` is known to block anything. */
export function moreAgents(before: Spec, after: Spec): readonly ExposureLoss[] {
  const [was, is] = [before[path], after[path]];
  if (!isFiltering(was)) return [];
  if (!isFiltering(is)) return [{ code: 'module-off', module: path }];
  const denied = addedTo(is['deny'], was['deny']);
  return [
    ...widenedList(`${path}.allow`, was['allow'], is['allow']),
    ...(denied.length > 0 ? [{ code: 'denied-removed', path: `${path}.deny`, items: denied } as const] : []),
  ];
}

function isFiltering(module: Value | undefined): module is Spec {
  if (!isTree(module) || module['enabled'] !== true) return false;
  return itemsOf(module['allow']).length > 0 || itemsOf(module['deny']).length > 0;
}
