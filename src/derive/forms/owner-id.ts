import { sha256Of } from '../../text/hash.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';

/** The owner id of an object: the hash of this workspace's lineage and the environment. */
export function ownerOf(lineage: string, environment: string): string {
  return sha256Of(`${lineage}\n${environment}`).slice(0, 16);
}

/** The owner of the objects of a ledger: a renamed environment keeps that of its first name. */
export function ownerInLedger({
  lineage,
  environment,
  formerly = environment,
}: Pick<LedgerState, 'lineage' | 'environment' | 'formerly'>): string {
  return ownerOf(lineage, formerly);
}

export function addressHash(address: string): string {
  return sha256Of(address).slice(0, 12);
}
