import { maskedValue } from '../derive/masked.ts';
import { Secret, SecretReference } from '../model/secret.ts';
import type { Spec, Value } from '../model/value.ts';

/** How a protecting module that stays on lets more people in than before: a sentence for each way. */
export function widened(name: string, before: Spec, after: Spec): readonly string[] {
  return [
    ...openedSwitches(name, before, after),
    ...['ip_policy_ids', 'certificate_authority_ids', 'authorized_groups'].flatMap((list) =>
      widenedList(`${name}.${list}`, before[list], after[list]),
    ),
    ...deciders
      .filter((field) => before[field] !== undefined && isOther(before[field], after[field]))
      .map((field) => `\`${name}.${field}\` changes: others decide who is let in`),
    ...(before['secret'] !== undefined && after['secret'] === undefined
      ? [`\`${name}.secret\` is taken away: nothing is verified with it`]
      : []),
    ...widenedProvider(name, before['provider'], after['provider']),
  ];
}

const deciders = ['issuer', 'idp_metadata', 'client_id'];
const allowLists = ['email_addresses', 'email_domains', 'teams', 'organizations'];

/** Whether a login lets in only some of those who can log in. */
export function hasAllowList(login: Value | undefined): boolean {
  if (!isTree(login)) return false;
  const providers = isTree(login['provider']) ? Object.values(login['provider']) : [];
  return (
    itemsOf(login['authorized_groups']).length > 0 ||
    providers.some(
      (provider) => isTree(provider) && allowLists.some((list) => itemsOf(provider[list]).length > 0),
    )
  );
}

function openedSwitches(name: string, before: Spec, after: Spec): readonly string[] {
  const reasons: string[] = [];
  if (after['options_passthrough'] === true && before['options_passthrough'] !== true)
    reasons.push(`\`${name}.options_passthrough\` lets OPTIONS requests pass without a login`);
  if (before['allow_idp_initiated'] === false && after['allow_idp_initiated'] !== false)
    reasons.push(`\`${name}.allow_idp_initiated\` lets the identity provider start a login`);
  if (before['force_authn'] === true && after['force_authn'] !== true)
    reasons.push(`\`${name}.force_authn\` no longer asks for credentials each time`);
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
  const old = isTree(before) ? before : {};
  const now = isTree(after) ? after : {};
  return Object.entries(now).flatMap(([provider, config]) => {
    const path = `${name}.provider.${provider}`;
    const was = old[provider];
    if (was === undefined) return Object.keys(old).length === 0 ? [] : [`\`${path}\` is another way in`];
    return widenedConfig(path, isTree(was) ? was : {}, isTree(config) ? config : {});
  });
}

/** Membership in any one list is enough, so an item more anywhere lets more people in; where there was none, all did. */
function widenedConfig(path: string, was: Spec, is: Spec): readonly string[] {
  if (!allowLists.some((list) => itemsOf(was[list]).length > 0)) return [];
  if (allowLists.every((list) => itemsOf(is[list]).length === 0)) {
    return [`\`${path}\` has no allow list any more: any account passes`];
  }
  return allowLists.flatMap((list) => {
    const items = addedTo(was[list], is[list]);
    return items.length === 0 ? [] : [`\`${path}.${list}\` adds ${quoted(items)}`];
  });
}

/** A list that narrows when it is there: an item more widens, and so does its loss. */
function widenedList(path: string, before: Value | undefined, after: Value | undefined): readonly string[] {
  if (itemsOf(before).length === 0) return [];
  if (itemsOf(after).length === 0) return [`\`${path}\` is taken away: nobody is kept out by it any more`];
  const items = addedTo(before, after);
  return items.length === 0 ? [] : [`\`${path}\` adds ${quoted(items)}`];
}

function addedTo(before: Value | undefined, after: Value | undefined): readonly string[] {
  const old = new Set(itemsOf(before));
  return itemsOf(after).filter((item) => !old.has(item));
}

export function itemsOf(value: Value | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly unknown[]).map(String) : [];
}

export function isTree(value: Value | undefined): value is Spec {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && !(value instanceof Secret) && !(value instanceof SecretReference);
}

function isOther(before: Value | undefined, after: Value | undefined): boolean {
  return JSON.stringify(maskedValue(before ?? null)) !== JSON.stringify(maskedValue(after ?? null));
}

function quoted(items: readonly string[]): string {
  return items.map((item) => `\`${item}\``).join(', ');
}
