import type { Field, Fields } from '../kinds/field.ts';
import { compareValues, isIdentical } from '../derive/canonical.ts';
import { fieldsOf, itemField } from '../derive/fields.ts';
import { keptSecret } from '../derive/kept.ts';
import { hasSecret } from '../derive/masked.ts';
import { Secret, SecretReference, type SecretLookup } from '../model/secret.ts';
import type { Json, Path, Value } from '../model/value.ts';

/** How a secret's value is told from another without keeping either; see APPLY.md, section 9. */
export interface SecretEyes {
  readonly secrets: SecretLookup;
  readonly fingerprint?: ((path: Path, value: Secret) => string | undefined) | undefined;
}

const nothing = (): undefined => undefined;

/**
 * Whether a value is what the ledger kept. A secret is compared by how its reference is written and, when there is a
 * key, by its fingerprint; without a key a value that cannot be told apart counts as the same.
 */
export function sameAsKept(
  field: Field | undefined,
  value: Value | undefined,
  kept: Json | undefined,
  eyes: SecretEyes,
  path: Path = [],
): boolean {
  const secret = keptSecret(kept);
  if (secret !== undefined) return sameSecret(value, secret, eyes, path);
  if (value === undefined || !hasSecret(value)) {
    if (isIdentical(value, kept)) return true;
    if (!holdsKeptSecret(kept)) return compareValues(field, value, kept, nothing) === 'same';
  }
  if (value instanceof SecretReference) return false;
  if (value instanceof Secret) return kept !== undefined && value.reveal() === kept;
  const left = treeOf(value);
  const right = treeOf(kept);
  if (left === undefined || right === undefined) return false;
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) =>
    sameAsKept(childOf(field, name), left[name] as Value | undefined, right[name] as Json | undefined, eyes, [
      ...path,
      name,
    ]),
  );
}

function sameSecret(
  value: Value | undefined,
  kept: { readonly template?: string; readonly fingerprint?: string },
  { secrets, fingerprint }: SecretEyes,
  path: Path,
): boolean {
  if (value === undefined) return false;
  if (value instanceof SecretReference) {
    if (kept.template !== undefined && kept.template !== value.template) return false;
    const resolved = value.resolve(secrets);
    return 'missing' in resolved || samePrint(fingerprint?.(path, resolved.value), kept.fingerprint);
  }
  const plain = value instanceof Secret ? value : typeof value === 'string' ? new Secret(value) : undefined;
  return plain !== undefined && samePrint(fingerprint?.(path, plain), kept.fingerprint);
}

function samePrint(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

function childOf(field: Field | undefined, name: string): Field | undefined {
  if (field === undefined) return undefined;
  if (field.type === 'map' || field.type === 'list') return itemField(field);
  const fields: Fields | undefined = fieldsOf(field);
  return fields?.[name];
}

function treeOf(value: Value | Json | undefined): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return value as Readonly<Record<string, unknown>>;
}

function holdsKeptSecret(kept: Json | undefined): boolean {
  if (typeof kept !== 'object' || kept === null) return false;
  if (keptSecret(kept) !== undefined) return true;
  return Object.values(kept).some((item) => holdsKeptSecret(item as Json));
}
