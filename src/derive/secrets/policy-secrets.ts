import type { Range } from '../../model/document.ts';
import { masked, type SecretLookup } from '../../model/secret.ts';
import type { Json, Path } from '../../model/value.ts';
import { actionTexts } from '../policy/action-texts.ts';
import { parsePolicy } from '../policy/traffic-policy.ts';
import { isCredentialHeader, secretIn, withoutSecrets } from './secret-patterns.ts';
import { replaceSecretReferences, type SecretReference } from '../../model/secret-reference.ts';

/** A string of a policy, as the key of a map, with the part that is secret and the keys that it is secret under. */
export interface SecretString extends Range {
  readonly keys: readonly string[];
}

/** The strings of a policy that have a secret by their place, as literals, each with the part that is secret. */
export function policySecrets(text: string): ReadonlyMap<string, SecretString> {
  const found = new Map<string, SecretString>();
  const parsed = parsePolicy(text);
  if (!('tree' in parsed)) return found;
  for (const { text: value, path, setting, map } of actionTexts(parsed.tree)) {
    // The scheme before a credential is not secret.
    if (map !== undefined && isCredentialHeader(String(path.at(-1))))
      add(found, value, path, secretIn(value)?.start ?? 0);
    else if (setting?.secret !== undefined)
      add(found, value, path, setting.secret === 'after-colon' ? value.indexOf(':') + 1 : 0);
  }
  return found;
}

/** A reference to the vault of the service is not a value. */
function add(found: Map<string, SecretString>, text: string, path: Path, from: number): void {
  const end = text.trimEnd().length;
  const start = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
  if (start < end && !text.includes('${', from))
    found.set(text, { start, end, keys: [...(found.get(text)?.keys ?? []), lastKey(path)] });
}

/**
 * The secret part of a string of a policy, if it is secret at this place: the same word elsewhere, as the name of a
 * provider, is none.
 */
export function secretAt(
  secrets: ReadonlyMap<string, SecretString>,
  text: string,
  path: Path,
): Range | undefined {
  const found = secrets.get(text);
  return found?.keys.includes(lastKey(path)) === true ? found : undefined;
}

/** The last key of a path, without positions in lists. */
function lastKey(path: Path): string {
  return path.findLast((step) => typeof step === 'string') ?? '';
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
    const resolved = replaceSecretReferences(leaf, (name) => lookup(name)?.reveal() ?? `$(secret:${name})`);
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

/** A copy with each string replaced. `path` has the keys above it, and no positions in lists. */
function eachString(value: Json, path: string, replace: (leaf: string, path: string) => string): Json {
  if (typeof value === 'string') return replace(value, path);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => eachString(item, path, replace));
  return Object.fromEntries(
    Object.entries<Json>(value).map(([key, item]) => [key, eachString(item, `${path}\0${key}`, replace)]),
  );
}
