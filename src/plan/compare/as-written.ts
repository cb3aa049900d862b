import { ledgerSecret } from '../../derive/forms/ledger-form.ts';
import type { LedgerSpec } from '../../model/ledger/ledger.ts';
import type { Json, Spec, Value } from '../../model/value.ts';

/**
 * A kept spec with each secret as its template, the text written in the files. Observed values have no templates: those
 * of the applied spec are used, or a mask if there is none.
 */
export function asWritten(kept: LedgerSpec, applied: LedgerSpec = {}): Spec {
  return textsOf(kept, applied) as Spec;
}

function textsOf(kept: Json, applied: Json | undefined): Value {
  const secret = ledgerSecret(kept);
  const sent = applied === undefined ? undefined : ledgerSecret(applied);
  if (secret !== undefined) return secret.template ?? sent?.template ?? '***';
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return kept;
  const others = typeof applied === 'object' && applied !== null ? (applied as LedgerSpec) : {};
  return Object.fromEntries(
    Object.entries(kept).map(([name, value]) => [name, textsOf(value, others[name])]),
  );
}
