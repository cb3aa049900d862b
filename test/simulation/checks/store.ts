import type { LedgerState } from '../../../src/model/ledger/ledger.ts';
import { lineage } from '../program/surroundings.ts';
import { wasUnlocked, type Audit } from './audit.ts';
import { knownIds } from './live.ts';
import { durableOf } from './recording.ts';

/** I9 and I2: the store reads as exactly one state, which has all that the program was told to be durable. */
export function checkStore(
  audit: Audit,
  environment: string,
  read: { readonly state: LedgerState | undefined } | { readonly error: Error },
): void {
  const { fail } = audit;
  if ('error' in read) {
    fail('I9', `the ledger of ${environment} cannot be read: ${read.error.message}`);
    return;
  }
  const { state } = read;
  if (state === undefined) {
    fail('I9', `the ledger of ${environment} is gone`);
    return;
  }
  const durable = durableOf(audit, environment);
  if (state.lineage !== lineage) fail('I9', `the lineage became ${state.lineage}`);
  if (state.serial < durable.serial) fail('I9', `the serial fell from ${durable.serial} to ${state.serial}`);
  if (state.fence < durable.fence) fail('I9', `the fence fell from ${durable.fence} to ${state.fence}`);
  const known = knownIds(state);
  for (const [id, address] of durable.created)
    if (!known.has(id) && !wasUnlocked(audit, environment))
      fail('I2', `${id} of ${address} was recorded and is lost`);
  const doubts = new Set([
    ...Object.values(state.unknown ?? {}).map(({ op }) => op),
    ...Object.keys(state.unsettled ?? {}),
  ]);
  for (const { op, action, address } of durable.open.values())
    if (!doubts.has(op) && !wasUnlocked(audit, environment))
      fail('I2', `the intent to ${action} ${address} was recorded and is lost`);
}
