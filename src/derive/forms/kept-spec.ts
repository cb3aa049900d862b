import type { LedgerEntry, LedgerSpec } from '../../model/ledger/ledger.ts';
import type { Json, Spec, Value } from '../../model/value.ts';
import { ledgerSecret } from './ledger-form.ts';
import { parseTemplate } from './parse-template.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** A spec that the ledger keeps, as it is declared: secrets are the references by which they were written. */
export function specOf(kept: LedgerSpec): Record<string, Value> {
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, valueOf(value, name)]));
}

/** A secret without a name is omitted, so that it is not compared. */
export function valueOf(value: Json, name: string): Value {
  const secret = ledgerSecret(value);
  if (secret?.template !== undefined)
    return parseTemplate(secret.template, name === 'traffic_policy' ? 'policy' : 'text');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => valueOf(item, name));
  const parts = Object.entries(value).filter(([, item]) => {
    const inner = ledgerSecret(item);
    return inner === undefined || inner.template !== undefined;
  });
  return Object.fromEntries(parts.map(([key, item]) => [key, valueOf(item, name)]));
}

/** An object as it was written last; of one that was adopted, as it was read. */
export function specOfEntry({
  applied,
  observed,
  edge_id: edge,
}: Pick<LedgerEntry, 'applied' | 'observed' | 'edge_id'>): Spec {
  return { ...specOf({ ...observed, ...applied }), ...withoutUndefined({ edge_id: edge }) };
}
