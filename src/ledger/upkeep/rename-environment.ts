/**
 * A new name for an environment: its ledger is written under it, and the old place says where it went. Objects keep the
 * owner of the first name in their markers, so nothing is sent to the API. A run that is killed in between is repeated.
 */
import { objectsIn } from '../../model/ledger/forgotten-environment.ts';
import type { RunAbout } from '../../model/ledger/journal.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import { compactedWrites } from '../compact-journal.ts';
import { unsafeError } from '../ledger-error.ts';
import { ledgerText, parseLedger } from '../ledger-text.ts';
import { homeElsewhere, readStored, type StoredLedger } from '../read-ledger.ts';
import { takeLedgerLock } from '../take-over.ts';
import type { BackendPlace, LedgerPlace } from '../ledger-place.ts';

/** The ledger of an environment without a file, if it is of this workspace and has objects. Throws if it is damaged. */
export async function strayLedger(place: LedgerPlace): Promise<LedgerState | undefined> {
  const { texts, lineage, home } = place;
  const parsed = parseLedger((await texts.read('ledger.json')) ?? '');
  if ('state' in parsed) {
    const { state } = parsed;
    const isForeign = (lineage !== undefined && state.lineage !== lineage) || state.moved !== undefined;
    if (isForeign || (home !== undefined && homeElsewhere(home, state) !== undefined)) return undefined;
  }
  const state = (await readStored(place))?.state;
  return state !== undefined && objectsIn(state) > 0 ? state : undefined;
}

interface RenameJob {
  readonly from: BackendPlace;
  readonly to: BackendPlace;
  readonly run: RunAbout;
}

export async function renameEnvironment({ from, to, run }: RenameJob): Promise<LedgerState> {
  const first = await takeLedgerLock(from.backend, run);
  try {
    const second = await takeLedgerLock(to.backend, run);
    try {
      const old = await readStored(from);
      if (old === undefined)
        throw unsafeError(`\`${from.environment}\` has no ledger`, 'nothing was changed');
      const targetLedger = (await wentTo(to)) === from.environment ? undefined : await readStored(to);
      const state = renamed(old, targetLedger, { from, to });
      if (targetLedger === undefined || objectsIn(targetLedger.state) === 0) {
        const history = await from.texts.read('history.jsonl');
        const entry = { serial: state.serial, fence: state.fence, run, requests: [], recorded: [] };
        await second.backendLock.write(
          await compactedWrites(to, {
            state,
            text: ledgerText(state, to.texts.sealKey),
            entries: [...old.history, entry],
            journals: [...(targetLedger?.journals ?? []), ...(targetLedger?.compacted ?? [])],
            isAfterCrash: history === undefined,
            before: history === undefined ? [] : [{ put: 'history.jsonl', text: history }],
          }),
        );
      }
      const moved = { to: `the environment \`${to.environment}\``, at: run.at, environment: to.environment };
      const left = { ...old.state, fence: old.fence, moved };
      await first.backendLock.write([{ put: 'ledger.json', text: ledgerText(left, from.texts.sealKey) }]);
      return state;
    } finally {
      await second.backendLock.release();
    }
  } finally {
    await first.backendLock.release();
  }
}

/** The environment that the ledger of this place was given to: a rename can be taken back. */
async function wentTo({ texts }: LedgerPlace): Promise<string | undefined> {
  const parsed = parseLedger((await texts.read('ledger.json')) ?? '', texts.sealKey);
  return 'state' in parsed ? parsed.state.moved?.environment : undefined;
}

/** The ledger under its new name; throws if another one is there. */
function renamed(
  { state: old, fence }: StoredLedger,
  targetLedger: StoredLedger | undefined,
  { from, to }: Pick<RenameJob, 'from' | 'to'>,
): LedgerState {
  const formerly = old.formerly ?? from.environment;
  if (targetLedger !== undefined && objectsIn(targetLedger.state) > 0) {
    // An earlier run was killed before it left the old place.
    if (targetLedger.state.formerly === formerly) return targetLedger.state;
    throw unsafeError(
      `\`${to.environment}\` has a ledger with objects already (serial ${targetLedger.state.serial})`,
      'nothing was changed; both environments need a file',
    );
  }
  return {
    ...old,
    environment: to.environment,
    formerly,
    serial: Math.max(old.serial, targetLedger?.state.serial ?? 0) + 1,
    fence: Math.max(fence, targetLedger?.fence ?? 0) + 1,
  };
}
