import { activeModule, stillOn } from '../../../derive/module-state.ts';
import type { Tree } from '../../../derive/forms/tree.ts';
import type { ExposureLoss } from '../../../model/facts/exposure.ts';
import type { Spec } from '../../../model/value.ts';
import { itemsOf } from '../module-value.ts';
import { addedTo, widenedList } from './widened-list.ts';

const path = 'user_agent_filter';

/** The filter has no stated default, so one without `enabled` may block, and is not known to. */
export function moreAgents(before: Spec, after: Spec): readonly ExposureLoss[] {
  const [was, is] = [activeModule(before, path), stillOn(before, after, path)];
  if (was === undefined || !hasList(was)) return [];
  if (is === undefined || !hasList(is)) return [{ code: 'module-off', module: path }];
  const denied = addedTo(is['deny'], was['deny']);
  return [
    ...widenedList(`${path}.allow`, was['allow'], is['allow']),
    ...(denied.length > 0 ? [{ code: 'denied-removed', path: `${path}.deny`, items: denied } as const] : []),
  ];
}

function hasList({ allow, deny }: Tree): boolean {
  return itemsOf(allow).length > 0 || itemsOf(deny).length > 0;
}
