import { canonicalString } from '../../../derive/compare/canonical.ts';
import { compareValues } from '../../../derive/compare/compare-values.ts';
import { maskedValue } from '../../../derive/forms/masked.ts';
import { isTree } from '../../../derive/forms/tree.ts';
import { activeModule, stillOn } from '../../../derive/module-state.ts';
import { saml } from '../../../kinds/modules/login-modules.ts';
import type { ExposureLoss, SessionBound } from '../../../model/facts/exposure.ts';
import { Secret } from '../../../model/secret.ts';
import type { Spec, Value } from '../../../model/value.ts';
import { allowLists } from '../../../routing/protecting-modules.ts';

/** The items of a list as strings; empty if the value is not a list. */
export function itemsOf(value: Value | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly unknown[]).map(String) : [];
}

/** Losses of an allow list, which restricts only if it has items: adding one widens it, and so does removing all. */
export function widenedList(
  path: string,
  before: Value | undefined,
  after: Value | undefined,
): readonly ExposureLoss[] {
  if (itemsOf(before).length === 0) return [];
  if (itemsOf(after).length === 0) return [{ code: 'list-removed', path }];
  const items = addedTo(before, after);
  return items.length === 0 ? [] : [{ code: 'list-extended', path, items }];
}

/** Items that only `after` has. */
export function addedTo(before: Value | undefined, after: Value | undefined): readonly string[] {
  const old = new Set(itemsOf(before));
  return itemsOf(after).filter((item) => !old.has(item));
}

/** The ways in which a protecting module that stays enabled lets more people in than before. */
export function widened(name: string, before: Spec, after: Spec): readonly ExposureLoss[] {
  return [
    ...openedSwitches(name, before, after),
    ...['ip_policy_ids', 'certificate_authority_ids', 'authorized_groups'].flatMap((list) =>
      widenedList(`${name}.${list}`, before[list], after[list]),
    ),
    ...otherDeciders(name, before, after),
    ...(isThere(before['secret']) && after['secret'] === undefined
      ? [{ code: 'secret-removed', path: `${name}.secret` } as const]
      : []),
    ...bounds.flatMap((bound) => laxerBound(name, bound, before[bound], after[bound])),
    ...widenedProvider(name, before['provider'], after['provider']),
  ];
}

/** Whether a secret is set. An empty one is unset or hidden; the applied spec tells which (signing-secret.ts). */
function isThere(secret: Value | undefined): boolean {
  return secret instanceof Secret ? secret.reveal() !== '' : secret !== undefined;
}

/** Versions compare as numbers; without one the service chooses its own. */
export function lowerVersion(before: Spec, after: Spec): readonly ExposureLoss[] {
  const versionBefore = activeModule(before, 'tls_termination')?.['min_version'];
  if (typeof versionBefore !== 'string') return [];
  const now = stillOn(before, after, 'tls_termination');
  if (now === undefined) return [{ code: 'tls-off', version: versionBefore }];
  if (now['terminate_at'] === 'upstream') return [{ code: 'tls-upstream', version: versionBefore }];
  const versionNow = now['min_version'];
  if (typeof versionNow !== 'string') return [{ code: 'tls-version', from: versionBefore }];
  const isLower =
    Number(versionNow) < Number(versionBefore) ||
    (Number.isNaN(Number(versionNow)) && versionNow !== versionBefore);
  return isLower ? [{ code: 'tls-version', from: versionBefore, to: versionNow }] : [];
}

function openedSwitches(name: string, before: Spec, after: Spec): readonly ExposureLoss[] {
  const reasons: ExposureLoss[] = [];
  if (after['options_passthrough'] === true && before['options_passthrough'] !== true)
    reasons.push({ code: 'options-pass', path: `${name}.options_passthrough` });
  const [could, can] = [before, after].map((module) => module['allow_idp_initiated']);
  if ((could === false && can !== false) || (could !== true && can === true))
    reasons.push({ code: 'provider-starts-login', path: `${name}.allow_idp_initiated` });
  if (before['force_authn'] === true && after['force_authn'] !== true)
    reasons.push({ code: 'credentials-not-asked', path: `${name}.force_authn` });
  return reasons;
}

const deciders = ['issuer', 'idp_metadata', 'client_id'];

function otherDeciders(name: string, before: Spec, after: Spec): readonly ExposureLoss[] {
  return deciders
    .filter((field) => before[field] !== undefined && isOther(field, before[field], after[field]))
    .map((field) => ({ code: 'decider-changed', path: `${name}.${field}` }));
}

function isOther(field: string, before: Value | undefined, after: Value | undefined): boolean {
  if (field === 'idp_metadata')
    return compareValues(saml.fields[field], before, after, () => undefined) !== 'same';
  return JSON.stringify(maskedValue(before ?? null)) !== JSON.stringify(maskedValue(after ?? null));
}

/** Session limits, in seconds. */
const bounds: readonly SessionBound[] = ['auth_check_interval', 'maximum_duration', 'inactivity_timeout'];

/** Without a number, or with 0, the limit is chosen by the service. */
function laxerBound(
  name: string,
  bound: SessionBound,
  before: Value | undefined,
  after: Value | undefined,
): readonly ExposureLoss[] {
  if (typeof before !== 'number' || before === 0) return [];
  const path = `${name}.${bound}`;
  if (typeof after !== 'number' || after === 0) return [{ code: 'bound-removed', path, from: before }];
  return after > before ? [{ code: 'bound-raised', path, bound, from: before, to: after }] : [];
}

/** The provider of a webhook is a string, that of OAuth an object with allow lists. */
function widenedProvider(
  name: string,
  before: Value | undefined,
  after: Value | undefined,
): readonly ExposureLoss[] {
  if (typeof before === 'string') {
    const textAfter = typeof after === 'string' ? after : '';
    const [old, now] = [before, textAfter].map((text) => canonicalString('webhook-provider', text));
    return old === now ? [] : [{ code: 'sender-changed', path: `${name}.provider`, from: before }];
  }
  const old = isTree(before) ? before : {};
  const now = isTree(after) ? after : {};
  if (Object.keys(now).length === 0 && Object.keys(old).length > 0)
    return [{ code: 'providers-removed', path: `${name}.provider` }];
  return Object.entries(now).flatMap(([provider, config]): readonly ExposureLoss[] => {
    const path = `${name}.provider.${provider}`;
    const providerBefore = old[provider];
    if (providerBefore === undefined) return [{ code: 'provider-added', path }];
    return widenedConfig(path, isTree(providerBefore) ? providerBefore : {}, isTree(config) ? config : {});
  });
}

/**
 * The app is compared as well as the lists: a different one may belong to anyone, and without `client_id` it is the app
 * that the service manages for all.
 */
function widenedConfig(path: string, old: Spec, now: Spec): readonly ExposureLoss[] {
  return [
    ...(appOf(old) === appOf(now) ? [] : [{ code: 'decider-changed', path: `${path}.client_id` } as const]),
    ...widenedLists(path, old, now),
  ];
}

function appOf({ client_id: app }: Spec): string {
  return app === undefined ? '' : JSON.stringify(maskedValue(app));
}

/** Membership in any one list is enough, so each added item lets more people in. */
function widenedLists(path: string, specBefore: Spec, now: Spec): readonly ExposureLoss[] {
  const isListed = (config: Spec): boolean => allowLists.some((list) => itemsOf(config[list]).length > 0);
  if (!isListed(specBefore)) return [];
  if (!isListed(now)) return [{ code: 'any-account', path }];
  return allowLists.flatMap((list): readonly ExposureLoss[] => {
    const old = itemsOf(specBefore[list]).map((item) => item.toLowerCase());
    const items = itemsOf(now[list]).filter(
      (item) => !old.includes(item.toLowerCase()) && !wasLetIn(list, item.toLowerCase(), specBefore),
    );
    return items.length === 0 ? [] : [{ code: 'list-extended', path: `${path}.${list}`, items }];
  });
}

/** Whether the organization of a team, or the domain of an email address, was allowed as a whole. Lowercase. */
function wasLetIn(list: string, item: string, old: Spec): boolean {
  const known = (name: string): readonly string[] => itemsOf(old[name]).map((entry) => entry.toLowerCase());
  if (list === 'teams') return known('organizations').includes(item.split('/')[0] ?? '');
  if (list !== 'email_addresses') return false;
  return known('email_domains').includes(item.slice(item.lastIndexOf('@') + 1));
}
