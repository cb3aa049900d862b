import type { Field } from '../../kinds/field.ts';
import { Secret, type SecretLookup } from '../../model/secret.ts';
import type { Json, Value } from '../../model/value.ts';
import { isPolicyField } from '../forms/fields.ts';
import { maskedVerdict, isMaskedText, type Sameness } from '../forms/mask-text.ts';
import { canonical } from './canonical.ts';
import { isIdentical } from './is-identical.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';
import { SecretReference } from '../../model/secret-reference.ts';

/** Whether two values of a field are equivalent. Absent, null and the field's own "none" are equal. */
export function compareValues(
  field: Field | undefined,
  left: Value | undefined,
  right: Value | undefined,
  lookup: SecretLookup,
): Sameness {
  if (isIdentical(left, right)) return 'same';
  if (left instanceof SecretReference) return compareWithMasked(field, left, right, lookup);
  if (right instanceof SecretReference) return compareWithMasked(field, right, left, lookup);
  const a = withSecrets(left ?? undefined, lookup);
  const b = withSecrets(right ?? undefined, lookup);
  if (a === unresolved || b === unresolved) return 'unknown';
  const first = canonicalText(field, a);
  const other = canonicalText(field, b);
  if (first === other) return 'same';
  return isMask(field, left) || isMask(field, right) ? 'unknown' : 'different';
}

/** Compares a secret reference with another value, mostly a response of the service. */
function compareWithMasked(
  field: Field | undefined,
  reference: SecretReference,
  other: Value | undefined,
  lookup: SecretLookup,
): Sameness {
  const ours = withSecrets(reference, lookup);
  if (other instanceof SecretReference) {
    const theirs = withSecrets(other, lookup);
    if (ours === unresolved || theirs === unresolved) return 'unknown';
    return canonicalText(field, ours) === canonicalText(field, theirs) ? 'same' : 'different';
  }
  // A secret field returned without a value is hidden; any other field is absent.
  if (other === undefined || other === null)
    return field?.type === 'string' && field.secret === true ? 'unknown' : 'different';
  const answered = other instanceof Secret ? other.reveal() : other;
  if (typeof answered !== 'string') return 'different';
  const isPolicy = isPolicyField(field);
  if (ours !== unresolved && canonicalText(field, ours) === canonicalText(field, answered)) return 'same';
  if (other instanceof Secret && isSeenOther(reference, other, field)) return 'different';
  const verdict = maskedVerdict(reference, answered, { lookup, isPolicy });
  // Long numbers in a policy that differ only beyond double precision.
  return verdict === 'same' && ours !== unresolved ? 'different' : verdict;
}

/**
 * Whether the text around a secret in a snapshot differs from the template, as far as the snapshot tells. Templates
 * that the snapshot was not compared with count as different: better one change too many in a plan than one too few.
 */
function isSeenOther(reference: SecretReference, { seen }: Secret, field: Field | undefined): boolean {
  if (seen?.fits === undefined || seen.fits.includes(reference.template)) return false;
  return isPolicyField(field) || !reference.isBare;
}

/** A string that is equal for values that `compareValues` calls the same; undefined if a secret does not resolve. */
export function comparableText(
  field: Field | undefined,
  value: Value,
  lookup: SecretLookup,
): string | undefined {
  const whole = withSecrets(value, lookup);
  return whole === unresolved ? undefined : canonicalText(field, whole);
}

function canonicalText(field: Field | undefined, value: Json | undefined): string {
  return canonicalJson(canonical(field, value));
}

const unresolved = Symbol('unresolved');

/** The value with its secrets resolved, or `unresolved`. */
function withSecrets(value: Value | undefined, lookup: SecretLookup): Json | undefined | typeof unresolved {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Secret) return value.reveal();
  if (value instanceof SecretReference) {
    const resolved = value.resolve(lookup);
    return 'value' in resolved ? resolved.value.reveal() : unresolved;
  }
  const parts: [string, Json][] = [];
  for (const [key, item] of Object.entries(value)) {
    const part = withSecrets(item, lookup);
    if (part === unresolved) return unresolved;
    if (part !== undefined) parts.push([key, part]);
  }
  return Array.isArray(value) ? parts.map(([, item]) => item) : Object.fromEntries(parts);
}

/** Whether a live value may be a mask: a returned secret, or a policy that looks masked. */
function isMask(field: Field | undefined, value: Value | undefined): boolean {
  if (value instanceof Secret) return isMaskedText(value.reveal());
  const isPolicy = isPolicyField(field);
  return isPolicy && typeof value === 'string' && value !== '' && isMaskedText(value);
}
