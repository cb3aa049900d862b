import type { Planning } from '../input.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { LedgerEntry } from '../../model/ledger/ledger.ts';
import type { FactContext } from './change-fact.ts';

export function factsOf(
  { digest }: Planning,
  kind: KindName,
  entry?: Pick<LedgerEntry, 'applied'>,
): FactContext {
  return { kind, digest, applied: entry?.applied };
}
