import { compareValues } from '../../derive/compare/compare-values.ts';
import { isIdentical } from '../../derive/compare/is-identical.ts';
import { fieldsOf, isPolicyField, itemField } from '../../derive/forms/fields.ts';
import { ledgerSecret } from '../../derive/forms/ledger-form.ts';
import { hasSecret } from '../../derive/forms/masked.ts';
import { parseTemplate } from '../../derive/forms/parse-template.ts';
import { compareFingerprints } from '../../derive/secrets/compare-fingerprints.ts';
import type { Field } from '../../kinds/field.ts';
import { Secret } from '../../model/secret.ts';
import type { Json, Path, Value } from '../../model/value.ts';
import { SecretReference } from '../../model/secret-reference.ts';
import type { SecretComparer } from './secret-comparer.ts';

/** The value of a field, and the one that the ledger keeps of it. */
export interface ValueInLedger {
  readonly field: Field | undefined;
  readonly path: Path;
  readonly value: Value | undefined;
  readonly kept: Json | undefined;
}

const nothing = (): undefined => undefined;

/**
 * Whether a value equals the one in the ledger. A secret is compared by its template and, if a key is available, by its
 * fingerprint; without a key, values that cannot be compared count as equal.
 */
export function sameAsLedger(both: ValueInLedger, comparer: SecretComparer): boolean {
  const { field, path, value, kept } = both;
  const secret = ledgerSecret(kept);
  if (secret !== undefined) return sameSecret(both, secret, comparer);
  if (value === undefined || !hasSecret(value)) {
    if (isIdentical(value, kept)) return true;
    if (!holdsLedgerSecret(kept)) return compareValues(field, value, kept, nothing) === 'same';
  }
  if (value instanceof SecretReference) return false;
  if (value instanceof Secret) return kept !== undefined && value.reveal() === kept;
  const left = treeOf(value);
  const right = treeOf(kept);
  if (left === undefined || right === undefined) return false;
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) =>
    sameAsLedger(
      {
        field: childField(field, name),
        path: [...path, name],
        value: left[name] as Value | undefined,
        kept: right[name] as Json | undefined,
      },
      comparer,
    ),
  );
}

/** Whether the kept value has at least everything in `value`; more that it has (server defaults) does not count. */
export function ledgerCovers(both: ValueInLedger, comparer: SecretComparer): boolean {
  const { field, path, value, kept } = both;
  const left = treeOf(value);
  const right = treeOf(kept);
  const isLeaf = left === undefined || Array.isArray(value) || hasSecretAtTop(value) || right === undefined;
  if (isLeaf || ledgerSecret(kept) !== undefined) return sameAsLedger(both, comparer);
  return Object.entries(left).every(([name, item]) =>
    ledgerCovers(
      {
        field: childField(field, name),
        path: [...path, name],
        value: item as Value,
        kept: right[name] as Json | undefined,
      },
      comparer,
    ),
  );
}

/** Whether live has everything in `wanted`, compared literally, without normalizing forms. */
export function hasAll(live: Value | undefined, wanted: Value): boolean {
  if (isIdentical(live, wanted)) return true;
  if (Array.isArray(wanted) || hasSecretAtTop(wanted)) return false;
  const left = treeOf(live);
  const right = treeOf(wanted);
  if (left === undefined || right === undefined) return false;
  for (const name in right) if (!hasAll(left[name] as Value | undefined, right[name] as Value)) return false;
  return true;
}

function hasSecretAtTop(value: Value | undefined): boolean {
  return value instanceof Secret || value instanceof SecretReference;
}

function sameSecret(
  { field, path, value }: ValueInLedger,
  kept: { readonly template?: string; readonly fingerprint?: string },
  { secrets, fingerprint }: SecretComparer,
): boolean {
  if (value === undefined) return false;
  if (value instanceof SecretReference) {
    if (kept.template !== undefined && kept.template !== value.template) return false;
    const resolved = value.resolve(secrets);
    return 'missing' in resolved || samePrint(fingerprint?.(path, resolved.value), kept.fingerprint);
  }
  // A former reference that is now a plain string.
  if (typeof value === 'string' && kept.template !== undefined) return false;
  const plain = value instanceof Secret ? value : typeof value === 'string' ? new Secret(value) : undefined;
  if (plain !== undefined && kept.template !== undefined && isOther(field, plain, kept.template))
    return false;
  return plain !== undefined && samePrint(fingerprint?.(path, plain), kept.fingerprint);
}

/** Whether the text around the secrets differs from the one we wrote. */
function isOther(field: Field | undefined, value: Secret, template: string): boolean {
  return (
    compareValues(
      field,
      parseTemplate(template, isPolicyField(field) ? 'policy' : 'text'),
      value,
      nothing,
    ) === 'different'
  );
}

function samePrint(print: string | undefined, other: string | undefined): boolean {
  return compareFingerprints(print, other) !== 'different';
}

function treeOf(value: Value | Json | undefined): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return value as Readonly<Record<string, unknown>>;
}

/** Whether a ledger value contains a secret, so that the live value alone cannot prove equality. */
export function holdsLedgerSecret(kept: Json | undefined): boolean {
  if (typeof kept !== 'object' || kept === null) return false;
  if (ledgerSecret(kept) !== undefined) return true;
  return Object.values(kept).some((item) => holdsLedgerSecret(item));
}

/** The field of a nested value: a member of an object, an entry of a map, or an item of a list. */
export function childField(field: Field | undefined, name: string): Field | undefined {
  if (field === undefined) return undefined;
  if (field.type === 'map' || field.type === 'list') return itemField(field);
  return fieldsOf(field)?.[name];
}
