import { canonicalString, compareValues } from '../../derive/compare/canonical.ts';
import { maskedValue } from '../../derive/forms/masked.ts';
import { saml } from '../../kinds/modules/saml.ts';
import { Secret } from '../../model/secret.ts';
import type { Spec, Value } from '../../model/value.ts';
import { allowLists } from './logins.ts';
import { isOn, isTree, itemsOf } from './module-value.ts';

/** How a protecting module that stays on lets more people in than before: a sentence for each way. */
export function widened(name: string, before: Spec, after: Spec): readonly string[] {
  return [
    ...openedSwitches(name, before, after),
    ...['ip_policy_ids', 'certificate_authority_ids', 'authorized_groups'].flatMap((list) =>
      widenedList(`${name}.${list}`, before[list], after[list]),
    ),
    ...otherDeciders(name, before, after),
    ...(isThere(before['secret']) && after['secret'] === undefined
      ? [`\`${name}.secret\` is taken away: nothing is verified with it`]
      : []),
    ...Object.entries(bounds).flatMap(([field, outcome]) =>
      laxerBound(`${name}.${field}`, before[field], after[field], outcome),
    ),
    ...widenedProvider(name, before['provider'], after['provider']),
  ];
}

/** An empty secret is none, or one that the service hides; what we applied tells which (signing-secret.ts). */
function isThere(secret: Value | undefined): boolean {
  return secret instanceof Secret ? secret.reveal() !== '' : secret !== undefined;
}

/** Versions compare as numbers; without one the service picks its own. */
export function lowerVersion(before: Value | undefined, after: Value | undefined): readonly string[] {
  const was = isOn(before) ? before['min_version'] : undefined;
  if (typeof was !== 'string') return [];
  const path = '`tls_termination.min_version`';
  if (!isOn(after)) return [`\`tls_termination\` is switched off, and its \`min_version\` of ${was} with it`];
  if (after['terminate_at'] === 'upstream')
    return [`${path} was ${was}; whoever terminates TLS upstream decides now`];
  const is = after['min_version'];
  if (typeof is !== 'string') return [`${path} was ${was} and becomes the service's default`];
  if (Number(is) < Number(was)) return [`${path} is lowered from ${was} to ${is}`];
  return Number.isNaN(Number(is)) && is !== was ? [`${path} changes from ${was} to ${is}`] : [];
}

function openedSwitches(name: string, before: Spec, after: Spec): readonly string[] {
  const reasons: string[] = [];
  if (after['options_passthrough'] === true && before['options_passthrough'] !== true)
    reasons.push(`\`${name}.options_passthrough\` lets OPTIONS requests pass without a login`);
  const [could, can] = [before, after].map((module) => module['allow_idp_initiated']);
  if ((could === false && can !== false) || (could !== true && can === true))
    reasons.push(`\`${name}.allow_idp_initiated\` lets the identity provider start a login`);
  if (before['force_authn'] === true && after['force_authn'] !== true)
    reasons.push(`\`${name}.force_authn\` no longer asks for credentials each time`);
  return reasons;
}

const deciders = ['issuer', 'idp_metadata', 'client_id'];

function otherDeciders(name: string, before: Spec, after: Spec): readonly string[] {
  return deciders
    .filter((field) => before[field] !== undefined && isOther(field, before[field], after[field]))
    .map((field) => `\`${name}.${field}\` changes: others decide who is let in`);
}

function isOther(field: string, before: Value | undefined, after: Value | undefined): boolean {
  if (field === 'idp_metadata')
    return compareValues(saml.fields[field], before, after, () => undefined) !== 'same';
  return JSON.stringify(maskedValue(before ?? null)) !== JSON.stringify(maskedValue(after ?? null));
}

/** The seconds that bound a session (API 2.9), and what is so when there are more of them. */
const bounds: Readonly<Record<string, string>> = {
  auth_check_interval: 'a revoked user keeps access for longer',
  maximum_duration: 'who has logged in keeps access for longer',
  inactivity_timeout: 'a session that nobody uses stays open for longer',
};

/** No number, and 0, is whatever the service does. */
function laxerBound(
  path: string,
  before: Value | undefined,
  after: Value | undefined,
  outcome: string,
): readonly string[] {
  if (typeof before !== 'number' || before === 0) return [];
  if (typeof after !== 'number' || after === 0)
    return [`\`${path}\` was ${before} and becomes the service's default`];
  return after > before ? [`\`${path}\` grows from ${before} to ${after}: ${outcome}`] : [];
}

/** The provider of a webhook is a name, that of OAuth an object with allow lists. */
function widenedProvider(
  name: string,
  before: Value | undefined,
  after: Value | undefined,
): readonly string[] {
  if (typeof before === 'string') {
    const is = typeof after === 'string' ? after : '';
    const [old, now] = [before, is].map((text) => canonicalString('webhook-provider', text));
    return old === now ? [] : [`\`${name}.provider\` changes from \`${before}\`: others sign what passes`];
  }
  const old = isTree(before) ? before : {};
  const now = isTree(after) ? after : {};
  if (Object.keys(old).length === 0) return [];
  if (Object.keys(now).length === 0)
    return [`\`${name}.provider\` is taken away: nothing says who may log in`];
  return Object.entries(now).flatMap(([provider, config]) => {
    const path = `${name}.provider.${provider}`;
    const was = old[provider];
    if (was === undefined) return [`\`${path}\` is another way in`];
    return widenedConfig(path, isTree(was) ? was : {}, isTree(config) ? config : {});
  });
}

/**
 * Membership in any one list is enough, so an item more anywhere lets more people in; where there was none, all did that
 * the app lets in: one may be for the accounts of one company.
 */
function widenedConfig(path: string, was: Spec, is: Spec): readonly string[] {
  const isListed = (config: Spec): boolean => allowLists.some((list) => itemsOf(config[list]).length > 0);
  if (!isListed(was)) return isListed(is) ? [] : otherDeciders(path, was, is);
  if (allowLists.every((list) => itemsOf(is[list]).length === 0)) {
    return [`\`${path}\` has no allow list any more: any account passes`];
  }
  return allowLists.flatMap((list) => {
    const old = itemsOf(was[list]).map((item) => item.toLowerCase());
    const items = itemsOf(is[list]).filter(
      (item) => !old.includes(item.toLowerCase()) && !wasLetIn(list, item.toLowerCase(), was),
    );
    return items.length === 0 ? [] : [`\`${path}.${list}\` adds ${quoted(items)}`];
  });
}

/** A team of an organization, or an address of a domain, that passed as a whole; in small letters. */
function wasLetIn(list: string, item: string, was: Spec): boolean {
  const known = (name: string): readonly string[] => itemsOf(was[name]).map((one) => one.toLowerCase());
  if (list === 'teams') return known('organizations').includes(item.split('/')[0] ?? '');
  if (list !== 'email_addresses') return false;
  return known('email_domains').includes(item.slice(item.lastIndexOf('@') + 1));
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

function quoted(items: readonly string[]): string {
  return items.map((item) => `\`${item}\``).join(', ');
}
