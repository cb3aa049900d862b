import type { RunAbout } from '../../model/journal/journal.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { Backend } from '../backend.ts';
import { foldWrites } from '../fold.ts';
import { generationFile, listGenerations } from '../generations.ts';
import { unsafeError } from '../ledger-error.ts';
import { ledgerText } from '../ledger-text.ts';
import { readStored, type LedgerPlace } from '../read-ledger.ts';
import { takeLedgerLock } from '../take-over.ts';

/**
 * Writes the ledger again with the seal of the key, whatever seal it has. Its journals become part of it; older generations
 * go, since they do not have that seal.
 */
export async function sealLedger(
  { texts, ...place }: LedgerPlace,
  backend: Backend,
  run: RunAbout,
): Promise<LedgerState> {
  const { sealKey, ...unchecked } = texts;
  const { held } = await takeLedgerLock(backend, run);
  try {
    const stored = await readStored({ ...place, texts: unchecked });
    if (stored === undefined)
      throw unsafeError(
        `\`${place.environment}\` has no ledger that could be sealed`,
        `a first run: \`edgewright ledger init --env ${place.environment}${place.placeFlags}\``,
      );
    const [serial, fence] = [stored.state.serial + 1, stored.fence + 1];
    const state = { ...stored.state, serial, fence };
    const entry = { serial, fence, run, requests: [], recorded: [] };
    const writes = await foldWrites(
      { texts },
      {
        state,
        text: ledgerText(state, sealKey),
        entries: [...stored.history, entry],
        journals: [...stored.journals, ...stored.folded],
        isAfterCrash: true,
      },
    );
    const gone = new Set(writes.map((write) => ('remove' in write ? write.remove : undefined)));
    const older = (await listGenerations(texts)).filter(
      (name) => name !== generationFile(serial) && !gone.has(name),
    );
    await held.write([...writes, ...older.map((name) => ({ remove: name }))]);
    return state;
  } finally {
    await held.release();
  }
}
