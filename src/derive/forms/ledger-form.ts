/**
 * The form in which the ledger keeps a spec. It never contains a secret: only the template of the reference and, with a
 * key, a fingerprint. A leaf that was written as a reference is secret on all sides, even if the API returns it in
 * clear in a field that is not sensitive itself (a header): `hideLike` applies that.
 */
import { isPlain } from './masked.ts';
import { isTree } from './tree.ts';
import type { LedgerSpec, LedgerEntry } from '../../model/ledger/ledger.ts';
import { Secret, type SecretLookup } from '../../model/secret.ts';
import type { Value, Path, Json, Spec } from '../../model/value.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { isSecretValue, SecretReference } from '../../model/secret-reference.ts';
import type { Live } from '../../model/live.ts';

/** Makes the fingerprint of a secret at a path; undefined without a key or if the value is too short. */
export type Fingerprint = (path: Path, value: Secret) => string | undefined;

/** The replacement for a secret. */
export interface LedgerSecret {
  readonly template?: string;
  readonly fingerprint?: string;
  /** The service returned a mask, or so little of the value that the rest is unknown. */
  readonly hidden?: true;
}

export function toLedgerForm(spec: Spec, lookup: SecretLookup, fingerprint?: Fingerprint): LedgerSpec {
  const kept: Record<string, Json> = {};
  for (const [name, value] of Object.entries(spec))
    kept[name] = isPlain(value) ? value : ledgerValue(value, [name], lookup, fingerprint);
  return kept;
}

/** The secret in a kept leaf, or undefined for a plain value. */
export function ledgerSecret(value: Json | undefined): LedgerSecret | undefined {
  if (typeof value !== 'object' || value === null || !('$secret' in value)) return undefined;
  return value['$secret'] as LedgerSecret;
}

/** `spec` with every leaf hidden that is a secret in `pattern` (desired or kept). Header names match in any case. */
export function hideLike(spec: Spec, pattern: Readonly<Record<string, Value | Json>> | undefined): Spec {
  return pattern === undefined || !hidesAnything(pattern) ? spec : (hideValue(spec, pattern) as Spec);
}

/**
 * The form that the ledger keeps of a live object that no write of ours made: without keys, so without fingerprints.
 */
export function liveToLedgerForm(spec: Spec, declared: Spec | undefined): LedgerSpec {
  return toLedgerForm(hideLike(spec, declared), () => undefined);
}

function ledgerValue(
  value: Value,
  path: Path,
  lookup: SecretLookup,
  fingerprint: Fingerprint | undefined,
): Json {
  if (value instanceof SecretReference) {
    const resolved = value.resolve(lookup);
    const print = 'value' in resolved ? fingerprint?.(path, resolved.value) : undefined;
    // A template with a masked literal cannot be sent again.
    const template = value.hasLiteral ? {} : { template: value.template };
    return { $secret: { ...template, ...withoutUndefined({ fingerprint: print }) } };
  }
  if (value instanceof Secret) {
    const print = fingerprint?.(path, value);
    return { $secret: withoutUndefined({ fingerprint: print }) };
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((item, index) => ledgerValue(item as Value, [...path, index], lookup, fingerprint));
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, ledgerValue(item, [...path, key], lookup, fingerprint)]),
  );
}

function hidesAnything(pattern: Value | Json | undefined): boolean {
  if (isSecretLeaf(pattern)) return true;
  return isTree(pattern) && Object.values(pattern).some(hidesAnything);
}

function isSecretLeaf(pattern: Value | Json | undefined): boolean {
  return isSecretValue(pattern) || ledgerSecret(pattern as Json) !== undefined;
}

function hideValue(value: Value, pattern: Value | Json | undefined): Value {
  if (isSecretLeaf(pattern)) {
    // An empty string means no value, so there is nothing to hide.
    return typeof value === 'string' && value !== '' ? new Secret(value) : value;
  }
  if (!isTree(value) || !isTree(pattern)) return value;
  const byName = new Map(Object.entries(pattern).map(([key, item]) => [key.toLowerCase(), item]));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, hideValue(item, byName.get(key.toLowerCase()))]),
  );
}

/** A new entry for a live object that no write of ours made. `at`: when it was read, RFC 3339. */
export function entryOfLive(
  { kind, id, edge_id, spec }: Pick<Live, 'kind' | 'id' | 'edge_id' | 'spec'>,
  { uid, declared, at }: { readonly uid: string; readonly declared?: Spec | undefined; readonly at: string },
): LedgerEntry {
  const observed = liveToLedgerForm(spec, declared);
  return withoutUndefined({ uid, kind, id, edge_id, observed, observed_at: at, is_protected: false });
}
