import { keptSecret } from '../../derive/forms/kept.ts';
import type { KeptSpec } from '../../model/ledger.ts';
import type { Json, Spec, Value } from '../../model/value.ts';

/**
 * What the ledger kept, with each secret as the text that it was written with. What was observed has no such text: that
 * of what was applied stands for it; where there is none, a mask does.
 */
export function asWritten(kept: KeptSpec, applied: KeptSpec = {}): Spec {
  return textsOf(kept, applied) as Spec;
}

function textsOf(kept: Json, applied: Json | undefined): Value {
  const secret = keptSecret(kept);
  const twin = applied === undefined ? undefined : keptSecret(applied);
  if (secret !== undefined) return secret.template ?? twin?.template ?? '***';
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return kept;
  const others = typeof applied === 'object' && applied !== null ? (applied as KeptSpec) : {};
  return Object.fromEntries(
    Object.entries(kept).map(([name, value]) => [name, textsOf(value, others[name])]),
  );
}
