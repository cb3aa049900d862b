import { differences, type Difference } from '../../../derive/compare/differences.ts';
import { toLedgerForm, ledgerSecret } from '../../../derive/forms/ledger-form.ts';
import { kinds } from '../../../kinds/index.ts';
import type { Json, Value } from '../../../model/value.ts';
import type { Subject } from '../../rule.ts';
import type { Before } from './known-before.ts';

/** Differences between the spec that was known before and the current one. Secrets are compared by reference only. */
export function changedLeaves({ kind, spec }: Subject, { spec: before }: Before): readonly Difference[] {
  if (before === undefined) return [];
  const now = toLedgerForm(spec, () => undefined);
  return differences(kinds[kind].fields, unprinted(before), now, () => undefined);
}

/** Drops the fingerprints of secrets: lint has no key to compute one to compare with. */
function unprinted(spec: Readonly<Record<string, Json>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(spec).map(([key, value]) => [key, withoutPrint(value)]));
}

function withoutPrint(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  const secret = ledgerSecret(value);
  if (secret !== undefined)
    return { $secret: secret.template === undefined ? {} : { template: secret.template } };
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutPrint);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutPrint(item)]));
}
