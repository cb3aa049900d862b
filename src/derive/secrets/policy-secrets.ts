import { actionOf } from '../../kinds/policy/index.ts';
import type { Setting } from '../../kinds/policy/setting.ts';
import { masked, type SecretLookup, type SecretReference } from '../../model/secret.ts';
import type { Json } from '../../model/value.ts';
import { parsePolicy } from '../policy/traffic-policy.ts';
import { isCredentialHeader, secretIn, withoutSecrets, type TextPart } from './secret-patterns.ts';

/** The strings of a policy that have a secret by their place, as literals, each with the part that is secret. */
export function policySecrets(text: string): ReadonlyMap<string, TextPart> {
  const found = new Map<string, TextPart>();
  const parsed = parsePolicy(text);
  if ('tree' in parsed) inTree(parsed.tree, found);
  return found;
}

type SecretParts = Map<string, TextPart>;

/** Wherever an action is. */
function inTree(tree: Json, found: SecretParts): void {
  if (typeof tree !== 'object' || tree === null) return;
  const { type, config } = tree as Readonly<Record<string, Json>>;
  const settings = typeof type === 'string' ? actionOf(type)?.settings : undefined;
  if (settings !== undefined && config !== undefined) inMembers(settings, config, found);
  else for (const item of Object.values<Json>(tree)) inTree(item, found);
}

function inMembers(settings: Readonly<Record<string, Setting>>, value: Json, found: SecretParts): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries<Json>(value)) {
    const setting = Object.hasOwn(settings, key) ? settings[key] : undefined;
    if (setting !== undefined) inSetting(setting, item, found);
  }
}

function inSetting(setting: Setting, value: Json, found: SecretParts): void {
  if (typeof value === 'string') {
    if (setting.secret === undefined) return;
    add(found, value, setting.secret === 'after-colon' ? value.indexOf(':') + 1 : 0);
  } else if (setting.type === 'object') inMembers(setting.fields, value, found);
  else if (typeof value !== 'object' || value === null) return;
  else if (setting.type === 'list')
    for (const item of Object.values<Json>(value)) inSetting(setting.items, item, found);
  else if (setting.type === 'map')
    for (const [key, item] of Object.entries<Json>(value)) {
      // The scheme before a credential is not secret.
      if (typeof item === 'string' && isCredentialHeader(key)) add(found, item, secretIn(item)?.start ?? 0);
      else inSetting(setting.values, item, found);
    }
}

/** A reference to the vault of the service is not a value. */
function add(found: SecretParts, text: string, from: number): void {
  const end = text.trimEnd().length;
  const start = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
  if (start < end && !text.includes('${', from)) found.set(text, { start, end });
}

/**
 * A live policy for display beside its declaration, so that a change of its other parts can be seen. A value that the
 * declaration has as a reference is shown as that reference if it is equal, and masked otherwise, at whatever position
 * of its list it is. Strings at places that the declaration does not have may be moved secrets, and are masked.
 * Undefined for a text that is not a policy.
 */
export function shownPolicy(
  text: string,
  { template, names }: SecretReference,
  lookup: SecretLookup,
): string | undefined {
  const live = parsePolicy(text);
  const declared = parsePolicy(template);
  if (!('tree' in live) || !('tree' in declared) || typeof live.tree !== 'object') return undefined;
  const references = new Map<string, Map<string, string>>();
  const plain = new Set<string>();
  eachString(declared.tree, '', (leaf, path) => {
    const resolved = leaf.replaceAll(
      referencePattern,
      (whole, name: string) => lookup(name)?.reveal() ?? whole,
    );
    if (resolved === leaf && !leaf.includes('$(secret:') && !leaf.includes(masked)) plain.add(path);
    else references.set(path, (references.get(path) ?? new Map<string, string>()).set(resolved, leaf));
    return leaf;
  });
  const values = names.map((name) => lookup(name)?.reveal() ?? '').filter((value) => value !== '');
  const bySetting = policySecrets(text);
  return JSON.stringify(
    eachString(live.tree, '', (leaf, path) => {
      const known = references.get(path);
      if (known !== undefined) return known.get(leaf) ?? masked;
      if (!plain.has(path) || bySetting.has(leaf) || values.some((value) => leaf.includes(value)))
        return masked;
      return withoutSecrets(leaf, () => masked);
    }),
  );
}

const referencePattern = /\$\(secret:([^)]*)\)/g;

/** A copy with each string replaced. `path` has the keys above it, and no positions in lists. */
function eachString(value: Json, path: string, replace: (leaf: string, path: string) => string): Json {
  if (typeof value === 'string') return replace(value, path);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => eachString(item, path, replace));
  return Object.fromEntries(
    Object.entries<Json>(value).map(([key, item]) => [key, eachString(item, `${path}\0${key}`, replace)]),
  );
}
