import { actionOf } from '../../kinds/policy/index.ts';
import type { Setting } from '../../kinds/policy/setting.ts';
import type { Json } from '../../model/value.ts';
import { parsePolicy } from '../policy/traffic-policy.ts';
import { isCredentialHeader, secretIn, type TextPart } from './secret-patterns.ts';

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
