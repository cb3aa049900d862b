import { maskedValue } from '../derive/masked.ts';
import type { Spec, Value } from '../model/value.ts';

/** How a protecting module that stays on lets more people in than before: a sentence for each way. */
export function widened(name: string, before: Spec, after: Spec): readonly string[] {
  const reasons: string[] = [];
  if (after['options_passthrough'] === true && before['options_passthrough'] !== true) {
    reasons.push(`\`${name}.options_passthrough\` lets OPTIONS requests pass without a login`);
  }
  for (const list of ['ip_policy_ids', 'certificate_authority_ids']) {
    const added = addedTo(before[list], after[list]);
    if (added.length > 0) reasons.push(`\`${name}.${list}\` adds ${quoted(added)}`);
    if (itemsOf(before[list]).length > 0 && itemsOf(after[list]).length === 0)
      reasons.push(`\`${name}.${list}\` becomes empty`);
  }
  reasons.push(
    ...widenedList(`${name}.authorized_groups`, before['authorized_groups'], after['authorized_groups']),
  );
  for (const field of ['issuer', 'idp_metadata', 'client_id']) {
    if (before[field] !== undefined && isOther(before[field], after[field]))
      reasons.push(`\`${name}.${field}\` changes: others decide who is let in`);
  }
  reasons.push(...widenedProvider(name, before['provider'], after['provider']));
  return reasons;
}

/** The provider of a webhook is a name, that of OAuth an object with allow lists. */
function widenedProvider(
  name: string,
  before: Value | undefined,
  after: Value | undefined,
): readonly string[] {
  if (typeof before === 'string') {
    return isOther(before, after) ? [`\`${name}.provider\` changes from \`${before}\``] : [];
  }
  const old = treeOf(before);
  const now = treeOf(after);
  return Object.keys(now).flatMap((provider) => {
    if (old[provider] === undefined)
      return Object.keys(old).length === 0 ? [] : [`\`${name}.provider.${provider}\` is another way in`];
    const [was, is] = [treeOf(old[provider]), treeOf(now[provider])];
    const lists = ['email_addresses', 'email_domains', 'teams', 'organizations'];
    const hadAny = lists.some((list) => itemsOf(was[list]).length > 0);
    if (hadAny && lists.every((list) => itemsOf(is[list]).length === 0))
      return [`\`${name}.provider.${provider}\` has no allow list any more: any account passes`];
    // Membership in any one list is enough, so an item more anywhere lets more people in; where there was none, all did.
    return hadAny
      ? lists.flatMap((list) => added(`${name}.provider.${provider}.${list}`, was[list], is[list]))
      : [];
  });
}

/** A list that narrows when it is there: an item more widens, and so does its loss. */
function widenedList(path: string, before: Value | undefined, after: Value | undefined): readonly string[] {
  if (itemsOf(before).length === 0) return [];
  if (itemsOf(after).length === 0) return [`\`${path}\` is taken away: membership no longer counts`];
  return added(path, before, after);
}

function added(path: string, before: Value | undefined, after: Value | undefined): readonly string[] {
  const items = addedTo(before, after);
  return items.length === 0 ? [] : [`\`${path}\` adds ${quoted(items)}`];
}

function addedTo(before: Value | undefined, after: Value | undefined): readonly string[] {
  const old = new Set(itemsOf(before));
  return itemsOf(before).length === 0 ? [] : itemsOf(after).filter((item) => !old.has(item));
}

function itemsOf(value: Value | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly unknown[]).map(String) : [];
}

function treeOf(value: Value | undefined): Readonly<Record<string, Value>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, Value>>)
    : {};
}

function isOther(before: Value | undefined, after: Value | undefined): boolean {
  return JSON.stringify(maskedValue(before ?? null)) !== JSON.stringify(maskedValue(after ?? null));
}

function quoted(items: readonly string[]): string {
  return items.map((item) => `\`${item}\``).join(', ');
}
