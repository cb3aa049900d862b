import type { Spec, Value } from '../../model/value.ts';
import { isTree, itemsOf } from './module-value.ts';

const path = 'user_agent_filter';

/** The filter has no stated default (API 2.6), so only one that says that it is on is known to keep anything out. */
export function moreAgents(before: Spec, after: Spec): readonly string[] {
  const [was, is] = [before[path], after[path]];
  if (!isFiltering(was)) return [];
  if (!isFiltering(is)) return [`\`${path}\` is switched off`];
  const [allowed, denied] = [addedTo(was['allow'], is['allow']), addedTo(is['deny'], was['deny'])];
  return [
    ...(itemsOf(was['allow']).length > 0 && itemsOf(is['allow']).length === 0
      ? [`\`${path}.allow\` is taken away: no agent is kept out by it any more`]
      : itemsOf(was['allow']).length > 0 && allowed.length > 0
        ? [`\`${path}.allow\` adds ${quoted(allowed)}`]
        : []),
    ...(denied.length > 0 ? [`\`${path}.deny\` no longer has ${quoted(denied)}`] : []),
  ];
}

function isFiltering(module: Value | undefined): module is Spec {
  if (!isTree(module) || module['enabled'] !== true) return false;
  return itemsOf(module['allow']).length > 0 || itemsOf(module['deny']).length > 0;
}

function addedTo(before: Value | undefined, after: Value | undefined): readonly string[] {
  return itemsOf(after).filter((item) => !itemsOf(before).includes(item));
}

function quoted(items: readonly string[]): string {
  return items.map((item) => `\`${item}\``).join(', ');
}
