import { actionOf } from '../../kinds/policy/index.ts';
import type { Setting } from '../../kinds/policy/setting.ts';
import type { Json } from '../../model/value.ts';
import { isCredentialHeader, secretIn } from './secret-patterns.ts';

/** The literal values of a policy's secret settings, wherever an action is. */
export function policySecrets(tree: Json): readonly string[] {
  if (typeof tree !== 'object' || tree === null) return [];
  if (Array.isArray(tree)) return tree.flatMap((item: Json) => policySecrets(item));
  const { type, config } = tree as Readonly<Record<string, Json>>;
  const settings = typeof type === 'string' ? actionOf(type)?.settings : undefined;
  if (settings === undefined || config === undefined) return Object.values(tree).flatMap(policySecrets);
  return membersIn(settings, config);
}

function membersIn(settings: Readonly<Record<string, Setting>>, value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]: [string, Json]) => {
    const setting = Object.hasOwn(settings, key) ? settings[key] : undefined;
    return setting === undefined ? [] : secretsIn(setting, item);
  });
}

function secretsIn(setting: Setting, value: Json): readonly string[] {
  if (typeof value === 'string') {
    if (setting.secret === undefined) return [];
    const text = setting.secret === 'after-colon' ? value.slice(value.indexOf(':') + 1) : value;
    // A reference to the vault of the service is not a value.
    return text.includes('${') ? [] : [text.trim()];
  }
  if (setting.type === 'object') return membersIn(setting.fields, value);
  if (typeof value !== 'object' || value === null) return [];
  if (setting.type === 'list')
    return Object.values(value).flatMap((item: Json) => secretsIn(setting.items, item));
  if (setting.type !== 'map') return [];
  return Object.entries(value).flatMap(([key, item]: [string, Json]) =>
    typeof item === 'string' && isCredentialHeader(key) && !item.includes('${')
      ? [credentialIn(item)]
      : secretsIn(setting.values, item),
  );
}

/** The scheme before a credential is not secret. */
function credentialIn(text: string): string {
  const { start, end } = secretIn(text) ?? { start: 0, end: text.length };
  return text.slice(start, end);
}
