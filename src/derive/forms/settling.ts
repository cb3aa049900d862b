import type { KindName } from '../../kinds/kind.ts';
import type { LedgerEntry } from '../../model/ledger.ts';

/** How long after a write the API may not return the object yet, in milliseconds. */
const settlingMs: Readonly<Record<KindName, number>> = {
  endpoint: 60_000,
  'tls-edge': 600_000,
  'https-route': 60_000,
};

/** The seconds left of that time; 0 if it is over. */
export function settlingSeconds(
  { kind, observed_at }: Pick<LedgerEntry, 'kind' | 'observed_at'>,
  now: Date | undefined,
): number {
  if (now === undefined) return 0;
  const age = now.getTime() - Date.parse(observed_at);
  return age >= 0 && age < settlingMs[kind] ? Math.ceil((settlingMs[kind] - age) / 1000) : 0;
}
